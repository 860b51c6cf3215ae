import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import type { Table, Write } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { countShown, passCoverOn } from './photo-cover-store.ts'
import { countDown, listing, photoKeys } from './photo-writes.ts'

/** What the operator does to a shown photo. */
export const photoTakedownStore = (table: Table, recall: Recall) => ({
  /**
   * The operator takes a shown photo out of sight; doing it again only passes the cover on, should the first call have
   * ended before that. @returns whether this call did.
   */
  async takeDown(photo: Photo, reason: string, alongside: readonly Write[]): Promise<boolean> {
    const set = { state: 'taken_down', reason, ...listing({ ...photo, state: 'taken_down' }) }
    const result = await table.transact([
      update(photoKeys.photo(photo.id), { set, when: { state: is.equal('ready') } }),
      countDown(photo),
      ...alongside,
    ])
    if (result.ok || photo.state === 'taken_down') {
      await passCoverOn(table, photo)
      await recall([edgeTags.gallery(photo.galleryId), edgeTags.pictures(photo.galleryId)])
    }
    return result.ok
  },

  /** Shows it again. A gallery that has no cover takes it. @returns whether this call did. */
  async putBack(photo: Photo, alongside: readonly Write[]): Promise<boolean> {
    const back: Photo = { ...photo, state: 'ready', reason: null }
    const set = { state: 'ready', reason: null, ...listing(back) }
    const shown = update(photoKeys.photo(photo.id), { set, when: { state: is.equal('taken_down') } })
    const place = await countShown(table, back, [shown, ...alongside])
    if (place !== undefined) await recall([edgeTags.gallery(photo.galleryId)])
    return place !== undefined
  },
})
