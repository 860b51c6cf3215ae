import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { type GallerySessions, hashOf } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { FavouritesList } from '#schema/entities/favourites-list.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { addresses } from '#schema/paths.ts'
import type { FavouritesListStore } from './favourites-list-store.ts'
import { type VisitParts, visitedGallery } from './gallery-visit.ts'
import type { PhotoStore } from './photo-store.ts'
import { onSaleOf } from './photos-of-list.ts'

type Parts = VisitParts & {
  photos: Pick<PhotoStore, 'getMany'>
  favouritesLists: Pick<FavouritesListStore, 'compare' | 'add'>
  profiles: Pick<ProfileStore, 'find'>
  sessions: GallerySessions
  throttle: Throttle
  ids: Pick<IdMaker, 'favouritesList' | 'mail'>
  siteUrl: () => string
  now: Clock
}

/**
 * Hands photos that a visitor chose to the gallery's photographer, with who chose them. One list a visitor and address:
 * sent again it takes the place of the one before; the same sent again is neither another list nor another mail.
 */
export const sendFavourites =
  (parts: Parts): Operation<typeof api.galleries.endpoints.sendFavourites> =>
  async (request) => {
    const { photos, favouritesLists, sessions, throttle, ids, now } = parts
    const { name, email, note, photoIds } = request.body
    const { subject } = await sessions.visitorOf(request)
    await throttle.count('favouritesSent', subject)
    // Not beside it: what one browser is refused would count against all of its network.
    await throttle.count('favouritesSentPerAddress', request.address)
    const [gallery, found] = await Promise.all([visitedGallery(parts, request), photos.getMany(photoIds)])
    if (found.some(({ galleryId }) => galleryId !== gallery.id)) throw new AppError('photo_not_found')
    const sent = onSaleOf(found, gallery.id, photoIds)
    if (sent.length === 0) throw new AppError('favourites_gone')
    const list: FavouritesList = {
      id: ids.favouritesList(),
      galleryId: gallery.id,
      photographerId: gallery.photographerId,
      galleryTitle: gallery.title,
      name,
      email,
      note,
      photoIds: sent.map(({ id }) => id),
      sentAt: stamp(now()),
      readAt: null,
    }
    const sender = hashOf(`${subject} ${email}`)
    const before = await favouritesLists.compare({ list, sender })
    // What takes the place of another list fills nothing: who corrects theirs keeps nobody else's away.
    if (before === 'none') await countKept(throttle, request.address, gallery)
    const isNew = before !== 'same' && (await keep(parts, gallery, { list, sender }))
    if (!isNew) await throttle.takeBack('favouritesSent', subject)
    return { count: sent.length }
  }

const countKept = async (throttle: Throttle, address: string, { id }: Gallery): Promise<void> => {
  await throttle.count('favouritesSentPerAddressAndGallery', JSON.stringify([address, id]))
  await throttle.count('favouritesSentPerGallery', id)
}

const keep = async (parts: Parts, gallery: Gallery, kept: { list: FavouritesList; sender: string }): Promise<boolean> =>
  parts.favouritesLists.add(gallery, { ...kept, alongside: await mailOf(parts, kept.list) })

/** None where the photographer wants none, or has had very many in this hour: the lists are all there. */
const mailOf = async (parts: Parts, list: FavouritesList): Promise<Write[]> => {
  const { profiles, throttle, ids, siteUrl, now } = parts
  const profile = await profiles.find(list.photographerId)
  if (!isWanted('favourites-sent', profile)) return []
  const isQuiet = await throttle.count('favouritesMailsPerPhotographer', list.photographerId).then(() => true, isFull)
  if (!isQuiet) return []
  return [
    outboxPut({
      id: ids.mail(),
      template: 'favourites-sent',
      to: profile.email,
      at: now(),
      data: {
        name: profile.displayName,
        galleryTitle: list.galleryTitle,
        from: list.name,
        email: list.email,
        note: list.note,
        count: list.photoIds.length,
        url: siteUrl() + addresses.favouritesList(list.galleryId, list.id),
      },
    }),
  ]
}

const isFull = (error: unknown): false => {
  if (error instanceof AppError && error.code === 'too_many_requests') return false
  throw error
}
