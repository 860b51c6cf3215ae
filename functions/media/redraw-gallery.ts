import { isOpenToAll } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { isDrawnIn } from '#functions/galleries/photo-writes.ts'
import { markOf } from '#functions/galleries/shown-picture.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { mediaKeys, photoOfRendition } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { placeOf } from '#functions/shared/table/pages.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Place } from '#schema/events/place.ts'
import type { Rerender } from '#schema/events/render.ts'
import type { GalleryId } from '#schema/ids.ts'

type Parts = {
  photos: Pick<PhotoStore, 'getMany' | 'listShown'>
  galleries: Pick<GalleryStore, 'findKept'>
  storage: Pick<Storage, 'list' | 'remove'>
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
/** Lists of at most 1,000 keys, which is also what one request removes, whose keys go in a second. */
const listsARound = keysASecond / 1_000
/** Rounds of one message: 3,000 photos of five pictures each, which takes five seconds of the 120 that the function has. */
const roundsAPart = 5
/** Pages of one message that sends their photos to be drawn: 200 requests to SQS. */
const pagesToDraw = 20
/** How often the list is begun, since photos change their places in it meanwhile: also where one can never be drawn. */
const mostPasses = 3
/** The longest that SQS keeps back: most of what was asked for before is drawn by then, or lies in the queue before it. */
const secondsToNextPass = 900

/**
 * Removes what may not be seen any more: what lacks the gallery's mark, and of a gallery that is closed everything that was
 * drawn before, since its addresses may be known to anybody (decision 69). One part of its pictures, in the order of their
 * keys, which stays as it is while photos change their places in the gallery; the rest is the next message, and after the
 * last part all are drawn anew, none before. The edge is told before the first part and after each. What was drawn since the
 * change stays, however late or often the message comes (decision 203).
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

/**
 * One message a photo, so that a gallery of thousands is drawn by many functions and each failure stands alone. After its end
 * the list is read once more while photos waited in it: they may have changed their places meanwhile (decision 203).
 */
export const redrawPictures = async (parts: Parts, part: Part<'redraw-gallery'>): Promise<void> => {
  const { galleries, send } = parts
  const { galleryId, run } = part
  const gallery = await galleries.findKept(galleryId)
  if (!gallery || isOutrun(gallery, run) || gallery.deletedAt !== null || gallery.takedown !== null) return
  const { photos, next } = await readPages(parts, part, pagesToDraw)
  const waiting = photos.filter((photo) => !isDrawnFor(gallery, photo, run))
  const messages = waiting.map(({ id }): Rerender => ({ kind: 'rerender-photo', photoId: id, run }))
  const hasWaiting = part.hasWaiting === true || waiting.length > 0
  const rest: Rerender[] = next ? [{ ...part, after: next, hasWaiting }] : []
  // Behind a queue of its own: a gallery of 60,000 photos that gets another mark keeps no upload waiting.
  await send('REDRAW_QUEUE_URL', [...messages, ...rest], { group: galleryId })
  const { kind, pass = 1 } = part
  // Of a change without a number nobody knows what was drawn since: it would all be drawn again.
  if (next || !hasWaiting || run === undefined || pass >= mostPasses) return
  const again: Rerender = { kind, galleryId, run, pass: pass + 1 }
  await send('REDRAW_QUEUE_URL', [again], { group: galleryId, delaySeconds: secondsToNextPass })
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
  // Another place is one of photos, as releases before named it: nobody knows how much of the keys lies behind it.
  let place = after?.key
  if (place === undefined) await recall(tags)
  let [turn, isLast]: [Promise<unknown>, boolean] = [Promise.resolve(), false]
  for (let round = 0; round < roundsAPart && !isLast; round++) {
    const lists: string[][] = []
    while (lists.length < listsARound && !isLast) {
      const keys = await listAfter(storage, galleryId, place)
      lists.push(await goneOf(parts, keys, isGone))
      isLast = keys.length === 0
      place = keys.at(-1) ?? place
    }
    const count = lists.flat().length
    // The second of the round before, of which its requests and this reading took a part.
    await turn
    turn = pause((count / keysASecond) * 1_000)
    await Promise.all(lists.filter((keys) => keys.length > 0).map((keys) => storage.remove('renditions', keys)))
  }
  // Also where nothing was left: a function that ended before it said so had removed it.
  await recall(tags)
  await turn
  return isLast || place === undefined ? undefined : { key: place }
}

/** The pictures of a gallery, in the order of their keys; none when all were listed. */
const listAfter = async (
  storage: Pick<Storage, 'list'>,
  galleryId: GalleryId,
  after: string | undefined,
): Promise<string[]> => {
  const folders = mediaKeys.renditionsIn(galleryId)
  const from = folders.findIndex((folder) => after?.startsWith(folder))
  for (const folder of folders.slice(Math.max(from, 0))) {
    const keys = await storage.list('renditions', folder, after?.startsWith(folder) ? after : undefined)
    if (keys.length > 0) return keys
  }
  return []
}

/** Those that a photo on sale names as its own and that may not be seen any more. What no record names yet is being drawn. */
const goneOf = async ({ photos }: Parts, keys: readonly string[], isGone: IsGone): Promise<string[]> => {
  const ids = new Set(keys.flatMap((key) => photoOfRendition(key) ?? []))
  const found = await photos.getMany([...ids])
  const shown = found.filter((photo) => photo.state === 'ready' && isGone(photo))
  const gone = new Set(shown.flatMap(({ renditions }) => renditions.map(({ key }) => key)))
  return keys.filter((key) => gone.has(key))
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
