import * as z from 'zod'
import { limits } from '#schema/limits.ts'

/** The name of one camera, as its files tell it: make and model, and the number of its body where they say it. */
export const Camera = z.string().min(1).max(limits.gallery.cameraLength)

const { mostClockShift, clocks } = limits.gallery
/** By how many seconds a camera's clock is put right: 3600 where it was an hour late. Never 0. */
const ClockShift = z
  .int()
  .min(-mostClockShift)
  .max(mostClockShift)
  .refine((seconds) => seconds !== 0)

/** The clocks of cameras that were wrong in one gallery, each named once. A camera that is not here was right. */
export const CameraClocks = z
  .array(z.object({ camera: Camera, shiftSeconds: ClockShift }))
  .max(clocks)
  .refine((all) => new Set(all.map(({ camera }) => camera)).size === all.length)
export type CameraClocks = z.infer<typeof CameraClocks>
