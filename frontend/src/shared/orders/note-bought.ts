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
const wholeNote = ({ fileCount, growsUntil }: Line, paidAt: string | null) => {
  const until = fileCount < limits.gallery.wholePhotos ? growsUntil : paidAt
  return until && paidAt ? `${until}@${paidAt}` : ''
}

/** An Original by an upgrade needs its Web size's order as well. */
const sizeOf = ({ as, hasOriginal }: Line) => {
  if (as === 'original') return ''
  return as === 'web' && !hasOriginal ? 'web' : 'upgrade'
}

const notePhoto = (notes: Map<string, string>, item: Line) => {
  const [size, note] = [sizeOf(item), notes.get(item.photoId)]
  if (!item.isRefunded) {
    // The Original that another order brought stays.
    if (note === '' && size !== '') return
    notes.delete(item.photoId)
    notes.set(item.photoId, size)
  } else if (note === size || (size === 'web' && note === 'upgrade')) {
    notes.delete(item.photoId)
    if (item.as === 'upgrade') notes.set(item.photoId, 'web')
  }
}

/**
 * Remembers what a finished order holds, and forgets what was given back, but nothing that another order brought: the page
 * of an old one is opened again at any time. Only ids: nothing opens an order.
 */
export const noteBought = ({ items, paidAt }: Order, isFirstLook = true) => {
  const notes = new Map(bought())
  // An earlier release, which may have seen this order, noted a whole gallery by the id of its cover alone.
  if (!isFirstLook)
    for (const { kind, photoId, galleryId, isRefunded } of items)
      if (kind === 'gallery' && !isRefunded && !notes.has(galleryId)) notes.delete(photoId)
  for (const item of items) {
    if (item.kind === 'gallery') {
      notes.delete(item.galleryId)
      if (!item.isRefunded) notes.set(item.galleryId, wholeNote(item, paidAt))
    } else notePhoto(notes, item)
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
