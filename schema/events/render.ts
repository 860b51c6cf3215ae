import * as z from 'zod'
import { GalleryId, PhotoId } from '#schema/ids.ts'

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
 * Sent by our own functions: after a change of watermark or privacy, when all photos of a gallery, or one, get new
 * renditions under new names; after a change of cover or focal point, when a cover's pieces are cut; and for an upload that
 * is in storage but whose notification was lost.
 */
export const Rerender = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rerender-gallery'), galleryId: GalleryId }),
  z.object({ kind: z.literal('rerender-photo'), photoId: PhotoId }),
  z.object({ kind: z.literal('cut-cover'), galleryId: GalleryId }),
  z.object({ kind: z.literal('render-upload'), photoId: PhotoId }),
])
export type Rerender = z.infer<typeof Rerender>

/** Everything that may lie in the queues of drawing. */
export const RenderMessage = z.union([ObjectsCreated, Rerender, StorageTest])
export type RenderMessage = z.output<typeof RenderMessage>
