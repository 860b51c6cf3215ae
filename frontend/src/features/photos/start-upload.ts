import type { OwnGallery } from '#schema/api/galleries.ts'
import type { SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { defaultPricePence } from '#schema/money.ts'
import type { PresentFiles } from './present-files.ts'
import { setsNamed } from './sets-of-folders.ts'
import { isSaidOf, type UploadItem } from './upload-item.ts'
import { tellLeftOut } from './upload-notices.tsx'
import type { Target, UploadQueue } from './upload-queue.ts'

/** Pounds, as they stand in a price field. */
export const priceTextOf = (gallery: OwnGallery | undefined): string =>
  ((gallery?.pricePence ?? defaultPricePence) / 100).toFixed(2)

const dayMs = 86_400_000
/** Whether some who bought a gallery whole until then may still get what is added to it: whoever was paying, a day longer. */
const isOwedStill = (soldUntil: string | null): boolean =>
  soldUntil !== null && Date.now() < Date.parse(soldUntil) + (limits.gallery.wholeGrowsDays + 1) * dayMs

/** Whether photos that come into a gallery may be kept from who bought the whole of it before. */
export const mayExcept = (gallery: OwnGallery | undefined): gallery is OwnGallery =>
  gallery !== undefined && (gallery.wholePence !== null || isOwedStill(gallery.wholeUntil))

/** @param isExcepted Whether photos are to be kept from who bought the whole gallery before, where it is sold whole. */
export const targetOf = (gallery: OwnGallery, isExcepted: boolean): Target => ({
  id: gallery.id,
  title: gallery.title,
  price: priceTextOf(gallery),
  isExcepted: isExcepted && mayExcept(gallery),
})

/** The sets that the folders of these rows would make. */
export const setNamesIn = (items: readonly UploadItem[]): string[] => [
  ...new Set(items.flatMap(({ setName }) => setName ?? [])),
]

type Parts = {
  readonly queue: UploadQueue
  readonly present: PresentFiles
  /** Rows that wait to be sent. */
  readonly items: readonly UploadItem[]
  readonly hasSets: boolean
  readonly isExcepted: boolean
  /** Sets may have been made. */
  readonly onSets: () => void
}

/** Photos that an upload was broken off for, after they were granted and before this list knew. */
const adopt = (target: Target, { queue, present, items }: Pick<Parts, 'queue' | 'present' | 'items'>) => {
  const own = new Set(queue.snapshot().map(({ photoId }) => photoId))
  for (const item of items) {
    const { key, fileName: name, contentType: type, bytes: size } = item
    const photo = present.awaited(target.id, { name, type, size })
    const { isExcepted } = target
    if (!photo || own.has(photo.id) || !isSaidOf({ ...item, isExcepted }, photo)) continue
    own.add(photo.id)
    queue.adopt(key, target, photo.id)
  }
}

/**
 * Sends rows into a gallery, but for what it has already, and makes sets of their folders where that is wanted.
 * @throws what cannot be asked of the gallery: then nothing is sent.
 */
export const startUpload = async (
  into: OwnGallery,
  { queue, present, items, hasSets, isExcepted, onSets }: Parts,
): Promise<void> => {
  // Of a photo that the server knows of, the queue itself finds out whether it has arrived.
  const unsent = items.filter(({ photoId }) => !photoId)
  const named = unsent.map(({ key, fileName: name, contentType: type, bytes: size }) => ({ key, name, type, size }))
  const there = await present.find(into.id, named)
  tellLeftOut(queue.hold(new Set([...there].map(({ key }) => key))))
  const target = targetOf(into, isExcepted)
  adopt(target, { queue, present, items: unsent })
  const setNames = hasSets ? setNamesIn(items) : []
  const sets: ReadonlyMap<string, SetId> = setNames.length > 0 ? await setsNamed(into, setNames) : new Map()
  if (setNames.length > 0) onSets()
  queue.putIntoSets(sets)
  queue.startSome(
    items.map(({ key }) => key),
    target,
  )
}
