import * as z from 'zod'
import { limits } from '#schema/limits.ts'

/** The name of one camera, as its files tell it: make and model, and the number of its body where they say it. */
export const Camera = z.string().min(1).max(limits.gallery.cameraLength)

/** By how many seconds a camera's clock is put right: 3600 where it was an hour late. Never 0. */
const ClockShift = z
  .int()
  .min(-limits.gallery.mostClockShift, 'Please use a time within 50 years.')
  .max(limits.gallery.mostClockShift, 'Please use a time within 50 years.')
  .refine((seconds) => seconds !== 0, 'Please leave out clocks that are right.')

const nameEachOnce = (clocks: readonly { camera: string }[]): boolean =>
  new Set(clocks.map(({ camera }) => camera)).size === clocks.length

/** The clocks of cameras that were wrong in one gallery. A camera that is not here was right. */
export const CameraClocks = z
  .array(z.object({ camera: Camera, shiftSeconds: ClockShift }))
  .max(limits.gallery.clocks, `Please correct at most ${limits.gallery.clocks} cameras.`)
  .refine(nameEachOnce, 'Please name each camera once.')
export type CameraClocks = z.infer<typeof CameraClocks>
