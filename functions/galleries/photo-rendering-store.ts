import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { CoverFocus } from '#schema/entities/gallery-look.ts'
import { Photo } from '#schema/entities/photo.ts'
import { isPiece } from '#schema/entities/rendition-kinds.ts'
import { storedRenditions } from '#schema/entities/renditions.ts'
import type { PhotoId } from '#schema/ids.ts'
import { lowestPriceOfPhoto } from '#schema/web-size.ts'
import { cameraNotes } from './camera-store.ts'
import { galleryKeys } from './gallery-keys.ts'
import { passCoverOn } from './photo-cover-store.ts'
import { placedIn } from './photo-order.ts'
import {
  coverOf,
  isAwaited,
  isDrawnIn,
  listing,
  photoKeys,
  placeInGallery,
  stillShown,
  storedCover,
  sweepAttributes,
  waitsFor,
} from './photo-writes.ts'
import { changeStock, countedIn, countedOut, pricedTags, stockStore } from './stock-store.ts'

/** How many may draw one photo anew at once: changes of its gallery's mark and of its focal point, one after the other. */
const mostDrawings = 5

/** What the render function found out about a photo. */
export type Rendered = Pick<
  Photo,
  | 'fileFormat'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'capturedAt'
  | 'camera'
  | 'renditions'
  | 'drawn'
  | 'drawRun'
  | 'cutFor'
  | 'watermark'
  | 'webKey'
  | 'original'
  | 'bytes'
>

type Unshown = { state: 'failed' | 'kept'; reason: string; original: Photo['original'] }

/** What becomes of a photo by being drawn, or by not being drawn. */
export const photoRenderingStore = (table: Table, recall: Recall, now: Clock) => {
  const stock = stockStore(table, recall)
  const cameras = cameraNotes()

  /** The end of a photo that cannot be shown: failed, or kept without a preview, with the reason its owner reads. */
  const settle = async (photo: Photo, end: Unshown): Promise<boolean> => {
    const written = await table.write(
      update(photoKeys.photo(photo.id), {
        // Hidden before and after: in its set it stays where it is, which may be another one by now.
        set: { ...end, ...placeInGallery({ ...photo, ...end }) },
        remove: sweepAttributes,
        when: waitsFor(photo),
      }),
    )
    return written.ok
  }

  /** A photo of before buyers' files were drawn with it gets its Web size, which may be for sale at once. */
  const bringWebSize = async (photo: Photo, { webKey }: Rendered): Promise<void> => {
    const changed = await changeStock(table, {
      ...photo,
      now,
      plan: (shown) => {
        if (shown.state !== 'ready' || shown.webKey !== null || webKey === null) return undefined
        const after = { ...shown, webKey }
        const isOther = lowestPriceOfPhoto(after) !== lowestPriceOfPhoto(shown)
        return { photo: { set: { webKey } }, ...(isOther && { leaves: shown, comes: after }) }
      },
    })
    if (await stock.showMoved(photo.galleryId, changed, now())) await recall(pricedTags(photo))
  }

  /** What a shown photo's renditions become, and its cover's with them, over those that were read and no others. */
  const changeRenditions = (id: PhotoId, plan: (shown: Photo) => Photo | undefined): Promise<Photo | undefined> => {
    let tried: { before: Photo; drawn: string | null } | undefined
    return retried(mostDrawings, 'changed_meanwhile', async () => {
      const item = await table.get(photoKeys.photo(id))
      const shown = item && Photo.parse(item)
      // Written, and the answer lost: the client repeated it, and met what it had written.
      if (shown && tried && tried.drawn !== null && shown.drawn === tried.drawn) {
        await recall([edgeTags.gallery(shown.galleryId)])
        return tried.before
      }
      const after = shown?.state === 'ready' ? plan(shown) : undefined
      if (!shown || !after) return undefined
      tried = { before: shown, drawn: after.drawn }
      const swap = update(photoKeys.photo(id), {
        set: {
          fileFormat: after.fileFormat,
          renditions: storedRenditions(after.renditions),
          drawn: after.drawn,
          drawRun: after.drawRun,
          cutFor: after.cutFor,
          watermark: after.watermark,
          webKey: after.webKey,
        },
        when: stillShown(shown),
      })
      const asCover = update(galleryKeys.gallery(shown.galleryId), {
        set: { cover: storedCover(coverOf(after)) },
        when: { 'cover.photoId': is.equal(id) },
      })
      const together = await table.transact([swap, asCover])
      const isDone = together.ok || (together.failures[0] === undefined && (await table.write(swap)).ok)
      if (!isDone) return tryAgain
      await recall([edgeTags.gallery(shown.galleryId)])
      return shown
    })
  }

  return {
    /**
     * The one transition to ready, together with the gallery's count and, for its first photo, its cover. An event that
     * comes twice or late finds a photo that waits no more, or for another file, and changes nothing.
     * @returns whether this call made it ready.
     */
    async becomeReady(photo: Photo, rendered: Rendered): Promise<boolean> {
      let isFirst = false
      const changed = await changeStock(table, {
        ...photo,
        now,
        plan: (waiting, gallery) => {
          // The gallery is gone: its photos go with it.
          if (!gallery || waiting.uploadKey !== photo.uploadKey || !isAwaited(waiting)) return undefined
          isFirst = gallery.cover === null
          const changes = { ...rendered, state: 'ready', reason: null, ...placedIn(gallery, rendered) } as const
          const ready: Photo = { ...waiting, ...changes }
          const set = { ...changes, renditions: storedRenditions(rendered.renditions), ...listing(ready) }
          return {
            photo: { set, remove: sweepAttributes },
            gallery: countedIn(gallery, ready),
            comes: ready,
            alongside: cameras.noted(ready),
          }
        },
      })
      if (!changed) return false
      cameras.keepNoted({ ...photo, ...rendered })
      const isPriceOther = await stock.showMoved(photo.galleryId, changed, now())
      // With its first photo a gallery has a price and a cover in every list.
      if (isFirst || isPriceOther) await recall(pricedTags(photo))
      return true
    },

    /**
     * New renditions of a photo that is ready already, after a change of watermark or privacy; the cover follows.
     * @returns the photo as it was before, whose files nothing names any more; `undefined` where it is not shown now, or
     * was drawn for a later change meanwhile.
     */
    async replaceRenditions(photo: Photo, rendered: Rendered): Promise<Photo | undefined> {
      if (photo.webKey === null) await bringWebSize(photo, rendered)
      const isLate = (shown: Photo) => rendered.drawRun !== null && isDrawnIn(shown, rendered.drawRun + 1)
      return changeRenditions(photo.id, (shown) => (isLate(shown) ? undefined : { ...shown, ...rendered }))
    },

    /**
     * Pieces of a photo's renditions, cut around `focus`, in place of those that it had; the cover follows.
     * @returns the photo as it was before; `undefined` where these renditions are not shown any more.
     */
    async keepPieces(
      photo: Photo,
      { pieces, focus, drawn }: { pieces: Photo['renditions']; focus: CoverFocus; drawn: string },
    ): Promise<Photo | undefined> {
      return changeRenditions(photo.id, (shown) => {
        if (shown.drawn !== photo.drawn) return undefined
        const others = shown.renditions.filter(({ kind }) => !isPiece(kind))
        return { ...shown, renditions: [...others, ...pieces], cutFor: focus, drawn }
      })
    },

    /**
     * Says that this photo could not be drawn, without a judgement of its file: a delivery of its message that succeeds
     * later still makes it ready.
     */
    async giveUp(photo: Photo, reason: string): Promise<boolean> {
      return settle(photo, { state: 'failed', reason, original: null })
    },

    /**
     * Takes a photo off sale whose file cannot be delivered; its owner reads why, and can upload it anew. Repeating it
     * changes nothing.
     * @returns whether this call did it.
     */
    async withdraw(photo: Photo, reason: string): Promise<boolean> {
      const changed = await changeStock(table, {
        ...photo,
        now,
        plan: (shown, gallery) => {
          if (shown.state !== 'ready' || shown.uploadKey !== photo.uploadKey) return undefined
          const set = { state: 'failed', reason, ...listing({ ...shown, state: 'failed' }) }
          return { photo: { set }, ...countedOut(gallery, { photo: shown, now }), leaves: shown }
        },
      })
      if (!changed) return false
      const isPriceOther = await stock.showMoved(photo.galleryId, changed, now())
      await passCoverOn(table, photo, { now, chore: changed.coverChore })
      await recall(isPriceOther ? pricedTags(photo) : [edgeTags.gallery(photo.galleryId)])
      return true
    },

    settle,
  }
}
