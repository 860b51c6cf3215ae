import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import type { Table, Write } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { passCoverOn } from './photo-cover-store.ts'
import { placedIn } from './photo-order.ts'
import { listing } from './photo-writes.ts'
import { changeStock, countedIn, countedOut, pricedTags, stockStore } from './stock-store.ts'

/** What the operator does to a shown photo. */
export const photoTakedownStore = (table: Table, recall: Recall, now: Clock) => ({
  /**
   * The operator takes a shown photo out of sight; doing it again only passes the cover on, should the first call have
   * ended before that. @returns whether this call did.
   */
  async takeDown(photo: Photo, reason: string, alongside: readonly Write[]): Promise<boolean> {
    const changed = await changeStock(table, {
      ...photo,
      now,
      plan: (shown, gallery) => {
        if (shown.state !== 'ready') return undefined
        const set = { state: 'taken_down', reason, ...listing({ ...shown, state: 'taken_down' }) }
        const out = countedOut(gallery, { photo: shown, now })
        return { photo: { set }, ...out, leaves: shown, alongside: [...alongside, ...out.alongside] }
      },
    })
    const isPriceOther = await stockStore(table, recall).showMoved(photo.galleryId, changed, now())
    if (changed || photo.state === 'taken_down') {
      await passCoverOn(table, photo, { now, chore: changed?.coverChore })
      const { gallery, pictures, owner } = edgeTags
      const lists = isPriceOther ? [owner(photo.photographerId)] : []
      await recall([gallery(photo.galleryId), pictures(photo.galleryId), ...lists])
    }
    return changed !== undefined
  },

  /** Shows it again. A gallery that has no cover takes it. @returns whether this call did. */
  async putBack(photo: Photo, alongside: readonly Write[]): Promise<boolean> {
    const changed = await changeStock(table, {
      ...photo,
      now,
      plan: (down, gallery) => {
        if (!gallery || down.state !== 'taken_down') return undefined
        // Its pictures were removed.
        const changes = { state: 'ready', reason: null, drawRun: null, ...placedIn(gallery, down) } as const
        const back: Photo = { ...down, ...changes }
        const set = { ...changes, ...listing(back) }
        return { photo: { set }, gallery: countedIn(gallery, back), comes: back, alongside }
      },
    })
    if (!changed) return false
    const isPriceOther = await stockStore(table, recall).showMoved(photo.galleryId, changed, now())
    await recall(isPriceOther ? pricedTags(photo) : [edgeTags.gallery(photo.galleryId)])
    return true
  },
})
