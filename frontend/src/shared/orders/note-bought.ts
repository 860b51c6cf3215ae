import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import type { OrderLine } from '#schema/api/orders.ts'
import { limits } from '#schema/limits.ts'
import { bought, boughtKey } from './bought-photos.ts'

/**
 * How many bought photos and whole galleries are remembered, the latest, since nothing else clears a browser's storage.
 * Older ones are offered without the mark that they are bought.
 */
const most = 2_000

type Line = Pick<OrderLine, 'kind' | 'as' | 'hasOriginal' | 'isRefunded' | 'fileCount' | 'growsUntil'> & {
  photoId: string
  galleryId: string
}
type Order = { items: readonly Line[]; paidAt: string | null }

/** To a line that is full nothing is added: what is sure to be in it was there when it was paid. */
const untilOf = ({ fileCount, growsUntil }: Line, paidAt: string | null) =>
  (fileCount < limits.gallery.wholePhotos ? growsUntil : paidAt) ?? ''

/** Remembers what a finished order holds, and forgets what was given back. Only ids: nothing opens an order. */
export const noteBought = ({ items, paidAt }: Order) => {
  const notes = new Map(bought())
  // A whole gallery bears the id of its cover, which was noted alone once.
  for (const { photoId, galleryId, kind } of items)
    for (const id of kind === 'gallery' ? [photoId, galleryId] : [photoId]) notes.delete(id)
  for (const item of items) {
    if (item.isRefunded) continue
    if (item.kind === 'gallery') notes.set(item.galleryId, untilOf(item, paidAt))
    else notes.set(item.photoId, item.as === 'web' && !item.hasOriginal ? 'web' : '')
  }
  const kept = [...notes].slice(-most).map(([id, note]) => (note ? `${id}@${note}` : id))
  try {
    localStorage.setItem(boughtKey, JSON.stringify(kept))
  } catch (thrown) {
    logWarning('bought_photos_not_kept', { error: errorName(thrown) })
  }
  // The browser tells other tabs alone.
  dispatchEvent(new StorageEvent('storage', { key: boughtKey }))
}
