import type { Item } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { GalleryId } from '#schema/ids.ts'
import { type NumberMatch, showsNumber } from './photo-number-store.ts'
import type { PhotoStore } from './photo-store.ts'

/** Each costs half a read unit; a runner who would choose among more has another way. */
const mostNear = 20

type Sought = {
  galleryId: GalleryId
  /** Normalised. */
  number: string
  /** `next` of the page before. */
  after?: Item | undefined
  /** What else is asked of a photo. */
  isSought?: (photo: Photo) => boolean
}
/** `near` is filled on the last page, where there is no `next`. */
type FoundNumber = { exact: Photo[]; near: Photo[]; next: Item | undefined }

/**
 * A page of a gallery's photos on sale that show a number, newest first, and behind the last of them those in which it was
 * perhaps misread. Three queries and one read of the photos, whatever the gallery holds. Photos are read as they were a
 * moment ago, as lists of photos are; whether one still shows the number, it says itself. Who may see the gallery is for
 * the caller to ask.
 */
export const findNumber = async (
  photos: PhotoStore,
  { galleryId, number, after, isSought = () => true }: Sought,
): Promise<FoundNumber> => {
  const behind = after === undefined ? undefined : String(after.place)
  const [first, early] = await Promise.all([
    photos.readExact(galleryId, number, { behind }),
    behind === undefined ? photos.readNear(galleryId, number) : undefined,
  ])
  const isLast = !first.isMore
  const doubtful = isLast ? (early ?? (await photos.readNear(galleryId, number))).slice(0, mostNear) : []
  const found = await read(photos, [...first.matches, ...doubtful])
  const isExact = (photo: Photo) => showsNumber(photo, { galleryId, text: number })
  return {
    exact: shown(first.matches, found, (photo) => isExact(photo) && isSought(photo)),
    near: shown(doubtful, found, (photo, { text }) => {
      return !isExact(photo) && showsNumber(photo, { galleryId, text }) && isSought(photo)
    }),
    next: isLast ? undefined : { place: first.matches.at(-1)?.place ?? '' },
  }
}

const read = async (photos: PhotoStore, matches: readonly NumberMatch[]): Promise<Map<string, Photo>> => {
  if (matches.length === 0) return new Map()
  const found = await photos.getMany(
    matches.map(({ id }) => id),
    { consistent: false },
  )
  return new Map(found.map((photo) => [photo.id, photo]))
}

const shown = (
  matches: readonly NumberMatch[],
  found: ReadonlyMap<string, Photo>,
  isShown: (photo: Photo, match: NumberMatch) => boolean,
): Photo[] =>
  matches.flatMap((match) => {
    const photo = found.get(match.id)
    return photo && isShown(photo, match) ? [photo] : []
  })
