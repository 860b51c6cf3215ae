import * as z from 'zod'
import { GalleryId, PhotoId } from '#schema/ids.ts'
import { Place } from './place.ts'

/**
 * A message in the queue of photos whose numbers are to be read (decision 138). Each says only what to look at: whether it
 * is still to be read is decided then, so that doubled and late messages do no harm.
 * - `read-gallery`: a page of the photos of a gallery that was switched on, from `after` on; the rest is the next message.
 */
export const NumberTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read-gallery'), galleryId: GalleryId, after: Place.optional() }),
  z.object({ kind: z.literal('read-photo'), photoId: PhotoId }),
])
export type NumberTask = z.infer<typeof NumberTask>
