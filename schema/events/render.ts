import * as z from 'zod'
import { GalleryId, PhotoId } from '#schema/ids.ts'
import { Place } from './place.ts'

/** S3's notification of arrived objects; keys come URL-encoded with '+' for spaces. */
const ObjectsCreated = z.object({
  Records: z.array(
    z.object({
      eventName: z.string(),
      s3: z.object({
        bucket: z.object({ name: z.string() }),
        object: z.object({
          key: z.string().transform((key) => decodeURIComponent(key.replaceAll('+', ' '))),
          size: z.int().min(0),
          eTag: z.string(),
          versionId: z.string().optional(),
        }),
      }),
    }),
  ),
})

/** What S3 sends once when notifications are set up. */
const StorageTest = z.object({ Event: z.literal('s3:TestEvent') })

/**
 * The change after which a gallery's pictures are drawn anew, its `drawRun` then. Absent where it is not known, as in what
 * earlier releases sent: then all of them are, however often the message comes.
 */
const Run = z.int().min(0).optional()
/**
 * A part of a gallery, from a place on, at the front where none is named; the rest is another such message. The place is the
 * `key` of a picture where pictures are removed, and of the table's list of photos where they are drawn.
 */
const Part = { galleryId: GalleryId, run: Run, after: Place.optional() }
/**
 * How often the list has been begun, this time included, and whether a photo waited to be drawn in an earlier part of this
 * time. Absent in what earlier releases sent: the first time.
 */
const Pass = { pass: z.int().min(1).optional(), hasWaiting: z.boolean().optional() }

/**
 * Sent by our own functions:
 * - `rerender-gallery`, after a change of watermark or privacy: what may not be seen any more is removed, then `redraw-gallery`.
 * - `redraw-gallery`: each photo that was not drawn since gets new renditions under new names, by `rerender-photo`.
 * - `cut-cover`, after a change of cover or focal point.
 * - `render-upload`, for an upload that is in storage but whose notification was lost.
 */
export const Rerender = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rerender-gallery'), ...Part }),
  z.object({ kind: z.literal('redraw-gallery'), ...Part, ...Pass }),
  z.object({ kind: z.literal('rerender-photo'), photoId: PhotoId, run: Run }),
  z.object({ kind: z.literal('cut-cover'), galleryId: GalleryId }),
  z.object({ kind: z.literal('render-upload'), photoId: PhotoId }),
])
export type Rerender = z.infer<typeof Rerender>

/** Everything that may lie in the queues of drawing. */
export const RenderMessage = z.union([ObjectsCreated, Rerender, StorageTest])
export type RenderMessage = z.output<typeof RenderMessage>
