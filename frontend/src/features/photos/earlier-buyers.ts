import type { GalleryId } from '#schema/ids.ts'
import type { KeptItem } from './upload-item.ts'
import type { UploadStore } from './upload-store.ts'

type Said = {
  readonly isExcepted: boolean
  /** How often anything had been said in this tab by then; 0 for what is of a list of before. */
  readonly turn: number
}

/** Where a row says from whom it is kept: the gallery `id`, if it is. */
export const exceptedFrom = ({ id, isExcepted }: { id: GalleryId; isExcepted: boolean }) =>
  isExcepted ? id : undefined
/** The gallery whose switch a row follows; absent while it may go into any. */
export const switchOf = ({ galleryId, exceptedFrom }: KeptItem): GalleryId | undefined => galleryId ?? exceptedFrom

/**
 * Of each gallery, whether its photos are to be kept from who bought the whole of it before, as was said last. It lasts as
 * long as the list, with whose rows it is kept: also those that go nowhere yet.
 */
export const createEarlierBuyers = (store: UploadStore) => {
  const said = new Map<GalleryId, Said>()
  let turns = 0
  const excepted = (): GalleryId[] => [...said].flatMap(([id, { isExcepted }]) => (isExcepted ? [id] : []))
  /**
   * A row as it is by what was said of its gallery after a turn. Without a word it stays: a gallery that is not sold whole
   * any more takes photos for all, whatever was said of it once.
   */
  const asSaidAfter =
    (turn: number) =>
    <T extends KeptItem>(item: T): T => {
      const id = switchOf(item)
      const last = id && said.get(id)
      if (!last || last.turn <= turn) return item
      const marked = exceptedFrom({ id, isExcepted: last.isExcepted })
      return marked === item.exceptedFrom ? item : { ...item, exceptedFrom: marked }
    }
  return {
    /** The same, which keeps with each row what was said by then. */
    store: { ...store, keep: (item) => store.keep({ ...item, exceptedIn: excepted() }) } satisfies UploadStore,
    say: (galleryId: GalleryId, isExcepted: boolean) => void said.set(galleryId, { isExcepted, turn: ++turns }),
    isExcepted: (galleryId: GalleryId) => said.get(galleryId)?.isExcepted ?? false,
    /** What a row of a list of before is by what was said in this tab: the same row where that changes nothing. */
    asSaidHere: asSaidAfter(0),
    /** Answers what a row that is off the list from now on is by what has been said since. */
    meanwhile: () => asSaidAfter(turns),
    /** Takes over what was said of a list of before, but for what was said since. Answers whether its rows say something else now. */
    takeOver: (kept: readonly KeptItem[]): boolean => {
      for (const { exceptedIn, exceptedFrom } of kept)
        for (const id of exceptedIn ?? [exceptedFrom])
          if (id && !said.has(id)) said.set(id, { isExcepted: true, turn: 0 })
      const now = excepted()
      return kept.some(
        ({ exceptedIn = [] }) => exceptedIn.length !== now.length || now.some((id) => !exceptedIn.includes(id)),
      )
    },
  }
}
