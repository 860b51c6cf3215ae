import type { OwnPhoto } from '#schema/api/photos.ts'
import type { PhotoId } from '#schema/ids.ts'

/** A look may have been on its way while the photo was edited. */
export const newer = (known: OwnPhoto, told: OwnPhoto | undefined): OwnPhoto =>
  told && told.version >= known.version ? told : known

/** A list with what is known by now: of photos that were asked about, and of others that came up with them. */
export const mergePhotoUpdates = (
  list: readonly OwnPhoto[],
  asked: readonly PhotoId[],
  news: readonly OwnPhoto[],
): OwnPhoto[] => {
  const told = new Map(news.map((photo) => [photo.id, photo]))
  const known = new Set(list.map(({ id }) => id))
  const gone = new Set(asked.filter((id) => !told.has(id)))
  return [
    ...[...told.values()].filter(({ id }) => !known.has(id)),
    ...list.filter(({ id }) => !gone.has(id)).map((photo) => newer(photo, told.get(photo.id))),
  ]
}
