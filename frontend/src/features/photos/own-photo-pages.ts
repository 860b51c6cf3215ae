import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { OwnPhoto, photos } from '#schema/api/photos.ts'
import { newer } from './merge-photo-updates.ts'

/** What is known of an own gallery's photos, in the pages in which it was read. */
export type Listed = InfiniteData<ResponseOf<typeof photos.endpoints.listMine>, string | undefined>
export const photosOf = ({ pages }: Pick<Listed, 'pages'>): OwnPhoto[] => pages.flatMap(({ items }) => items)

/** A list with other photos, in as many pages as before: each page keeps its place, the last takes what is more. */
export const withPhotos = (list: Listed, photos: readonly OwnPhoto[]): Listed => {
  const ends = list.pages.map((_, index) =>
    list.pages.slice(0, index + 1).reduce((sum, { items }) => sum + items.length, 0),
  )
  const pages = list.pages.map((page, index) => ({
    ...page,
    items: photos.slice(ends[index - 1] ?? 0, index === list.pages.length - 1 ? undefined : ends[index]),
  }))
  return { ...list, pages }
}

/** A further page comes with those before it as they were when it was asked for: they stay as they are by now. */
const withFurther = (before: Listed, after: Listed): Listed => ({
  ...after,
  pages: [...before.pages, ...after.pages.slice(before.pages.length)],
})

/** A list that is read again may have been asked for before a photo was saved, whose newer version stays. */
const withNewer = (before: Listed, after: Listed): Listed => {
  const known = new Map(photosOf(before).map((photo) => [photo.id, photo]))
  const kept = (told: OwnPhoto) => newer(known.get(told.id) ?? told, told)
  // To become the cover changes the version of one photo alone, not of the one that was the cover before.
  const cover = photosOf(after).find((told) => kept(told).version > told.version && kept(told).isCover)
  const merged = (told: OwnPhoto): OwnPhoto => {
    const photo = kept(told)
    return cover && photo.isCover && photo.id !== cover.id ? { ...photo, isCover: false } : photo
  }
  return { ...after, pages: after.pages.map((page) => ({ ...page, items: page.items.map(merged) })) }
}

const isListed = (data: unknown): data is Listed => typeof data === 'object' && data !== null && 'pages' in data

const without = (list: Listed, gone: ReadonlySet<string>): Listed => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !gone.has(id)) })),
})

/**
 * For `structuralSharing`: an answer does not take back what was saved or deleted while it was on its way, or which the
 * index that it was read from does not know yet.
 * @param gone Photos that are known to be deleted.
 */
export const mergeAnswer = (before: unknown, told: unknown, gone: ReadonlySet<string>): unknown => {
  const after = isListed(told) && gone.size > 0 ? without(told, gone) : told
  // What is selected from the list is compared as well.
  if (!isListed(before) || !isListed(after)) return replaceEqualDeep(before, after)
  const isFurther = after.pages.length > before.pages.length
  return replaceEqualDeep(before, isFurther ? withFurther(before, after) : withNewer(before, after))
}
