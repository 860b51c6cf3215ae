import { isOpenToAll } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { isDrawnIn } from '#functions/galleries/photo-writes.ts'
import { markOf } from '#functions/galleries/shown-picture.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { placeOf } from '#functions/shared/table/pages.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Place } from '#schema/events/place.ts'
import type { Rerender } from '#schema/events/render.ts'
import type { GalleryId } from '#schema/ids.ts'

type Parts = {
  photos: Pick<PhotoStore, 'listShown'>
  galleries: Pick<GalleryStore, 'findKept'>
  storage: Pick<Storage, 'remove'>
  send: Send
  recall: Recall
  /** Lets so many milliseconds pass. */
  pause: (ms: number) => Promise<unknown>
}
type Part<Kind extends Rerender['kind']> = Extract<Rerender, { kind: Kind }>
type IsGone = (photo: Photo) => boolean

const photosAPage = 100

/**
 * S3 takes at least 3,500 deletes a second of keys that begin alike, as a gallery's do
 * (docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html), and counts each key of a request
 * (hadoop.apache.org/docs/current/api/org/apache/hadoop/fs/BulkDelete.html). What is drawn meanwhile is written there too.
 */
const keysASecond = 3_000
/** Most keys of one request. */
const keysARequest = 1_000
/** Photos whose keys, five each, go in a second. */
const pagesARound = keysASecond / 5 / photosAPage
/** Rounds of one message: 3,000 photos, which takes five seconds of the 120 that the function has. */
const roundsAPart = 5
/** Pages of one message that sends their photos to be drawn: 200 requests to SQS. */
const pagesToDraw = 20

/**
 * Removes what may not be seen any more: what lacks the gallery's mark, and of a gallery that is closed everything that was
 * drawn before, since its addresses may be known to anybody (decision 69). One part of its photos; the rest is the next
 * message, and after the last part all are drawn anew, none before. The edge is told before the first part and after each.
 * What was drawn since the change stays, however late or often the message comes (decision 203).
 */
export const withdrawPictures = async (parts: Parts, part: Part<'rerender-gallery'>): Promise<void> => {
  const { galleries, send } = parts
  const { galleryId, run } = part
  const gallery = await galleries.findKept(galleryId)
  if (!gallery || isOutrun(gallery, run)) return
  const isGone = goneFrom(gallery, run)
  const next = isGone && (await removeSome(parts, part, isGone))
  if (next) return send('RENDER_QUEUE_URL', [{ ...part, after: next } satisfies Rerender])
  // Had back or lifted, it is drawn anew by the message of that.
  if (gallery.deletedAt !== null || gallery.takedown !== null) return
  const drawing: Rerender = { kind: 'redraw-gallery', galleryId, run }
  await send('REDRAW_QUEUE_URL', [drawing], { group: galleryId })
}

/** One message a photo, so that a gallery of thousands is drawn by many functions and each failure stands alone. */
export const redrawPictures = async (parts: Parts, part: Part<'redraw-gallery'>): Promise<void> => {
  const { galleries, send } = parts
  const { galleryId, run } = part
  const gallery = await galleries.findKept(galleryId)
  if (!gallery || isOutrun(gallery, run) || gallery.deletedAt !== null || gallery.takedown !== null) return
  const { photos, next } = await readPages(parts, part, pagesToDraw)
  const waiting = photos.filter((photo) => !isDrawnFor(gallery, photo, run))
  const messages = waiting.map(({ id }): Rerender => ({ kind: 'rerender-photo', photoId: id, run }))
  const rest: Rerender[] = next ? [{ ...part, after: next }] : []
  // Behind a queue of its own: a gallery of 60,000 photos that gets another mark keeps no upload waiting.
  await send('REDRAW_QUEUE_URL', [...messages, ...rest], { group: galleryId })
}

/** A later change has all of it withdrawn and drawn by a message of its own. */
export const isOutrun = ({ drawRun }: Gallery, run: number | undefined): boolean => run !== undefined && drawRun > run

/** Whether a photo's pictures are those that its gallery wants since this change. */
export const isDrawnFor = (gallery: Gallery, photo: Photo, run: number | undefined): boolean =>
  run !== undefined && isDrawnIn(photo, run) && photo.watermark === markOf(gallery)

/** Which photos of a gallery may not be seen any more as they were drawn; `undefined` where all may. */
const goneFrom = (gallery: Gallery, run: number | undefined): IsGone | undefined => {
  const mark = markOf(gallery)
  const isClosed = gallery.deletedAt !== null || !isOpenToAll(gallery)
  if (!isClosed && mark === null) return undefined
  return (photo) =>
    (isClosed && (run === undefined || !isDrawnIn(photo, run))) || (mark !== null && photo.watermark !== mark)
}

/** @returns the place after which the next part begins; `undefined` when this was the last. */
const removeSome = async (
  parts: Parts,
  { galleryId, after }: Part<'rerender-gallery'>,
  isGone: IsGone,
): Promise<Place | undefined> => {
  const { storage, recall, pause } = parts
  const tags = [edgeTags.pictures(galleryId), edgeTags.gallery(galleryId)]
  if (after === undefined) await recall(tags)
  let [place, removed, turn]: [Place | undefined, number, Promise<unknown>] = [after, 0, Promise.resolve()]
  for (let round = 0; round < roundsAPart; round++) {
    const { photos, next } = await readPages(parts, { galleryId, after: place }, pagesARound)
    const keys = photos.filter(isGone).flatMap(({ renditions }) => renditions.map(({ key }) => key))
    // The second of the round before, of which its requests and this reading took a part.
    await turn
    turn = pause((keys.length / keysASecond) * 1_000)
    await Promise.all(chunks(keys, keysARequest).map((some) => storage.remove('renditions', some)))
    removed += keys.length
    place = next
    if (!next) break
  }
  if (removed > 0) await recall(tags)
  await turn
  return place
}

const readPages = async (
  { photos }: Parts,
  { galleryId, after }: { galleryId: GalleryId; after?: Place | undefined },
  pages: number,
): Promise<{ photos: Photo[]; next: Place | undefined }> => {
  const found: Photo[] = []
  let place = after
  for (let read = 0; read < pages; read++) {
    const page = await photos.listShown(galleryId, { after: place, limit: photosAPage })
    found.push(...page.photos)
    place = page.next && placeOf(page.next)
    if (!place) break
  }
  return { photos: found, next: place }
}
