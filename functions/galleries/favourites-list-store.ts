import { eachPage } from '#functions/shared/table/pages.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { senderTrace, traceKeys } from '#functions/shared/table/traces.ts'
import type { Item, Page, Put, Table, Write } from '#functions/shared/table/writes.ts'
import { is, keyOf, put, remove, update } from '#functions/shared/table/writes.ts'
import { FavouritesList } from '#schema/entities/favourites-list.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { FavouritesListId, type GalleryId, type UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { galleryKeys } from './gallery-keys.ts'
import { stillOpen } from './still-open.ts'

/** A list of one photographer, whose it must be. */
export type OwnList = { galleryId: GalleryId; favouritesListId: FavouritesListId; owner: UserId }
type Sending = {
  list: FavouritesList
  /** A hash of the browser and the address given: by both together a list is replaced by the next one. */
  sender: string
  alongside: readonly Write[]
}
type Lists = { lists: FavouritesList[]; next: Page['next'] }

const listPut = (list: FavouritesList): Put => {
  const key = galleryKeys.favouritesList(list.galleryId, list.id)
  return put(
    {
      ...key,
      ...list,
      ownerKey: galleryKeys.ownedBy(list.photographerId),
      ownerSort: `${galleryKeys.sentToOwner}${list.id}`,
      ...senderTrace(list.email, key),
    },
    'absent',
  )
}

/** Whether the same was sent again, as after an answer that did not arrive. */
const isSame = (one: FavouritesList, other: FavouritesList): boolean =>
  one.name === other.name && one.note === other.note && one.photoIds.join() === other.photoIds.join()

/** Favourites that visitors sent to the photographer of a gallery. */
export const favouritesListStore = (table: Table) => {
  const find = async (galleryId: GalleryId, id: FavouritesListId): Promise<FavouritesList | undefined> => {
    const item = await table.get(galleryKeys.favouritesList(galleryId, id))
    return item && FavouritesList.parse(item)
  }

  /** What a sender sent last, while its photographer has not deleted it. */
  const sentBefore = async (galleryId: GalleryId, sender: string) => {
    const pointer = await table.get(galleryKeys.favouritesSender(galleryId, sender))
    const id = pointer && FavouritesListId.parse(pointer.listId)
    return { id, list: id && (await find(galleryId, id)) }
  }

  return {
    /** What its photographer has of this sender already: the same, another list that this one replaces, or none. */
    async compare({ list, sender }: Omit<Sending, 'alongside'>): Promise<'same' | 'another' | 'none'> {
      const { list: before } = await sentBefore(list.galleryId, sender)
      if (!before) return 'none'
      return isSame(before, list) ? 'same' : 'another'
    },

    /**
     * Keeps a list in place of what the same sender sent before; sent twice at once it is one, with one mail.
     * @returns whether this call kept it.
     * @throws AppError `gallery_not_found` where the gallery closed meanwhile.
     */
    async add(gallery: Gallery, { list, sender, alongside }: Sending): Promise<boolean> {
      const key = galleryKeys.favouritesSender(gallery.id, sender)
      return retried(4, 'unavailable', async () => {
        const before = await sentBefore(gallery.id, sender)
        if (before.list && isSame(before.list, list)) return false
        const result = await table.transact([
          put({ ...key, listId: list.id }, before.id === undefined ? 'absent' : { listId: is.equal(before.id) }),
          stillOpen(gallery),
          listPut(list),
          ...(before.id === undefined ? [] : [remove(galleryKeys.favouritesList(gallery.id, before.id), 'always')]),
          ...alongside,
        ])
        if (result.ok) return true
        const [sentMeanwhile, closed] = result.failures
        if (!sentMeanwhile && closed) throw new AppError('gallery_not_found')
        return tryAgain
      })
    },

    /** @throws AppError `favourites_list_not_found`, also for another photographer's. */
    async getOwn({ galleryId, favouritesListId, owner }: OwnList): Promise<FavouritesList> {
      const list = await find(galleryId, favouritesListId)
      if (list?.photographerId !== owner) throw new AppError('favourites_list_not_found')
      return list
    },

    /** A page of what a photographer was sent, of all galleries or of one that must be theirs; the last sent first. */
    async list(
      { owner, galleryId }: { owner: UserId; galleryId?: GalleryId | undefined },
      after?: Item,
    ): Promise<Lists> {
      const of =
        galleryId === undefined
          ? ({
              index: 'by-owner',
              partition: galleryKeys.ownedBy(owner),
              sort: { beginsWith: galleryKeys.sentToOwner },
            } as const)
          : {
              partition: galleryKeys.gallery(galleryId).PK,
              sort: { beginsWith: galleryKeys.favouritesLists },
              consistent: true,
            }
      const page = await table.query({ ...of, newestFirst: true, limit: limits.favourites.listsPerPage, after })
      return { lists: page.items.map((item) => FavouritesList.parse(item)), next: page.next }
    },

    /** @throws AppError `favourites_list_not_found`. */
    async setRead({ galleryId, favouritesListId, owner }: OwnList, readAt: string | null): Promise<FavouritesList> {
      const written = await table.write(
        update(galleryKeys.favouritesList(galleryId, favouritesListId), {
          set: { readAt },
          when: { photographerId: is.equal(owner) },
        }),
      )
      if (!written.ok) throw new AppError('favourites_list_not_found')
      return FavouritesList.parse(written.item)
    },

    /** Removes what was sent to a photographer from an address, known by its hash. Done again, it does nothing. */
    async forgetSender(owner: UserId, address: string): Promise<void> {
      const read = (after: Item | undefined) =>
        table.query({ index: 'by-seller', partition: traceKeys.sentFromHash(address), after })
      for await (const { items } of eachPage(read)) {
        for (const item of items) {
          const key = keyOf(item)
          const isList = key.SK.startsWith(galleryKeys.favouritesLists) && item.photographerId === owner
          if (isList) await table.write(remove(key, 'always'))
        }
      }
    },

    /** @throws AppError `favourites_list_not_found`. */
    async remove({ galleryId, favouritesListId, owner }: OwnList): Promise<void> {
      const key = galleryKeys.favouritesList(galleryId, favouritesListId)
      const written = await table.write(remove(key, { photographerId: is.equal(owner) }))
      if (!written.ok) throw new AppError('favourites_list_not_found')
    },
  }
}
export type FavouritesListStore = ReturnType<typeof favouritesListStore>
