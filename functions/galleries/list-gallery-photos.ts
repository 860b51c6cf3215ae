import { galleryTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import { fillPage } from '#functions/shared/table/fill-page.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { type Gallery, galleryLayout } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { normaliseNumber } from '#schema/race-number.ts'
import { findNumber } from './find-number.ts'
import type { GalleryAccess, Visitor } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { photoView } from './gallery-views.ts'
import { keptWhileFilling } from './kept-while-filling.ts'
import { isFoundByTime } from './photo-hours.ts'
import { type ClockSpan, isTakenBetween, takenBetween } from './photo-order.ts'
import type { PhotoStore } from './photo-store.ts'
import { photoKeys } from './photo-writes.ts'
import { searchPhotos } from './search-photos.ts'
import { textMatches, wordsOf } from './search-terms.ts'
import { hasUnread } from './stock-rules.ts'

type Parts = {
  galleries: GalleryStore
  photos: PhotoStore
  access: GalleryAccess
  links: MediaLinks
  cursors: Cursors
  throttle: Pick<Throttle, 'count'>
  now: Clock
}

type ListPhotos = Operation<typeof api.galleries.endpoints.listPhotos>

export const listGalleryPhotos =
  (parts: Parts): ListPhotos =>
  (request) =>
    request.query.number === undefined ? listShownPhotos(parts)(request) : listNumberedPhotos(parts)(request)

const listShownPhotos =
  (parts: Parts): ListPhotos =>
  async ({ params: { galleryId }, query, headers, caller, address }) => {
    const { photos, links, cursors, throttle, now } = parts
    const { set, cursor } = query
    const span = spanOf(query)
    const q = span ? '' : (query.q ?? '')
    const list = span ? `times:${galleryId}/${set ?? ''}${nameOf(span)}` : photosList(galleryId, q, set)
    const { after } = await cursors.read(list, cursor)
    const sought = wordsOf(q)
    const isSearch = sought.length > 0 && after?.ownerKey === undefined && after?.sellerKey === undefined
    const opened = openGallery(parts, galleryId, { grants: [headers['x-gallery-grant']], caller })
    const read = async () => {
      if (sought.length === 0) return shownPhotos(photos, galleryId, { sought, after, setId: set, span })
      // A search may read hundreds of photos: not for who may not see them.
      await opened
      await throttle.count('gallerySearchesPerAddress', address)
      return isSearch
        ? searchPhotos(photos, { galleryId, sought, after, setId: set })
        : shownPhotos(photos, galleryId, { sought, after, setId: set })
    }
    // Side by side: a page costs the time of one request, and what was read for nothing is thrown away unseen.
    const [gallery, first] = await Promise.all([opened, read()])
    // The words of its photos are not stored yet: they are looked through, one after the other.
    const isUnnamed = isSearch && after === undefined && gallery.layout < galleryLayout
    // A photo may still stand in a set that was deleted a moment ago.
    const isNoSet = set !== undefined && !gallery.sets.some(({ id }) => id === set)
    const isNoTime = span !== undefined && !isFoundByTime(gallery)
    const found = isUnnamed ? await shownPhotos(photos, galleryId, { sought, setId: set }) : first
    const page = isNoSet || isNoTime ? { entries: [], next: undefined } : found
    const answer = {
      items: await Promise.all(page.entries.map((photo) => photoView(links, gallery, photo))),
      ...(await cursors.of(list, page)),
    }
    return kept(answer, { tags: galleryTags([gallery]), until: trueUntil(gallery, page.entries, now()) })
  }

const openGallery = async ({ galleries, access }: Parts, id: GalleryId, visitor: Visitor): Promise<Gallery> =>
  access.requireOpen(await galleries.find(id), visitor)

const nameOf = ({ from = '', to = '' }: ClockSpan): string => `:${from}~${to}`

/** @throws AppError `invalid_request` for a time that ends before it begins, which DynamoDB refuses to look for. */
const spanOf = ({ from, to }: ClockSpan): ClockSpan | undefined => {
  if (from === undefined && to === undefined) return undefined
  if (from !== undefined && to !== undefined && from >= to)
    throw new AppError('invalid_request', {}, [{ path: 'to', message: 'Please choose a later end.' }])
  return { from, to }
}

const noNumber = 'Please type the number as it stands on the shirt or plate: up to six digits and letters.'

/** Photos with a number that is looked for: kept for seconds only, since more of them may be read at any time. */
const listNumberedPhotos =
  (parts: Parts): ListPhotos =>
  async ({ params: { galleryId }, query, headers, caller }) => {
    const { photos, links, cursors, now } = parts
    const number = normaliseNumber(query.number ?? '')
    if (number === undefined) throw new AppError('invalid_request', {}, [{ path: 'number', message: noNumber }])
    const span = spanOf(query)
    const list = `numbers:${galleryId}:${number}${span ? nameOf(span) : ''}`
    const { after } = await cursors.read(list, query.cursor)
    // First: a number is looked for by four requests, and by none for who may not see the photos.
    const gallery = await openGallery(parts, galleryId, { grants: [headers['x-gallery-grant']], caller })
    const isFound = gallery.numbers && (span === undefined || isFoundByTime(gallery))
    const isSought = (photo: Photo) => !span || isTakenBetween(photo, span)
    const { exact, near, next } = isFound
      ? await findNumber(photos, { galleryId, number, after, isSought })
      : { exact: [], near: [], next: undefined }
    const answer = {
      items: await Promise.all([...exact, ...near].map((photo) => photoView(links, gallery, photo))),
      ...(near.length > 0 && { doubtful: near.length }),
      ...(hasUnread(gallery) && { hasUnread: true as const }),
      ...(await cursors.of(list, { next })),
    }
    return kept(answer, { tags: galleryTags([gallery]), until: keptWhileFilling(gallery, now()) })
  }

/** A gallery to which a photo came within this time is being filled. */
const fillingMs = 15 * 60_000

const trueUntil = (gallery: Gallery, shown: readonly Photo[], now: Date): string | null => {
  const isFilling = shown.some(({ createdAt }) => new Date(createdAt).getTime() > now.getTime() - fillingMs)
  return isFilling || shown.length === 0 ? keptWhileFilling(gallery, now) : gallery.expiresAt
}

/** The name of the list in its cursors. */
export const photosList = (galleryId: GalleryId, q = '', setId?: SetId): string =>
  setId === undefined ? `photos:${galleryId}:${q}` : `photos:${galleryId}/${setId}:${q}`

type PhotoSearch = {
  sought: readonly string[]
  after?: Item | undefined
  setId?: SetId | undefined
  span?: ClockSpan | undefined
}

/** One page of the photos for sale, of the gallery or of one set, whose title or description has every word that is looked for. */
export const shownPhotos = (photos: PhotoStore, galleryId: GalleryId, { sought, after, setId, span }: PhotoSearch) =>
  fillPage<Photo>({
    limit: limits.gallery.photosPerPage,
    after,
    read: async (place) => {
      const part = { ...place, ...(span && { sort: takenBetween(span) }) }
      const page = await (setId === undefined
        ? photos.listShown(galleryId, part)
        : photos.listShownInSet({ galleryId, setId }, part))
      return { entries: page.photos, next: page.next }
    },
    keep: ({ title, description }) => textMatches(`${title} ${description}`, sought),
    placeOf: (photo) => ({
      ...photoKeys.photo(photo.id),
      ...(setId === undefined
        ? { ownerKey: photoKeys.shownIn(galleryId), ownerSort: photoKeys.place(photo) }
        : { sellerKey: photoKeys.shownInSet(galleryId, setId), sellerSort: photoKeys.place(photo) }),
    }),
  })
