import * as z from 'zod'
import { PhotoId, UserId } from '#schema/ids.ts'

/** Photos of one photographer that are due for the sweep, each with its place in the list: few enough for one transaction. */
export const SweepBatch = z.object({
  photographerId: UserId,
  photos: z
    .array(z.object({ photoId: PhotoId, dueAt: z.string() }))
    .min(1)
    .max(25),
})
export type SweepBatch = z.infer<typeof SweepBatch>
