import type { GalleryId } from '#schema/ids.ts'
import type { KeptItem } from './upload-item.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Of each gallery, whether its photos are to be kept from who bought the whole of it before, as was said last. It lasts as
 * long as the list, with whose rows it is kept: also those that go nowhere yet.
 */
export const createEarlierBuyers = (store: UploadStore) => {
  const said = new Map<GalleryId, boolean>()
  const excepted = (): GalleryId[] => [...said].flatMap(([id, isExcepted]) => (isExcepted ? [id] : []))
  return {
    /** The same, which keeps with each row what was said by then. */
    store: { ...store, keep: (item) => store.keep({ ...item, exceptedIn: excepted() }) } satisfies UploadStore,
    say: (galleryId: GalleryId, isExcepted: boolean) => void said.set(galleryId, isExcepted),
    isExcepted: (galleryId: GalleryId) => said.get(galleryId) ?? false,
    /** Takes over what was said of a list of before, but for what was said since. Answers whether its rows say something else now. */
    takeOver: (kept: readonly KeptItem[]): boolean => {
      for (const { exceptedIn, exceptedFrom } of kept)
        for (const id of exceptedIn ?? [exceptedFrom]) if (id && !said.has(id)) said.set(id, true)
      const now = excepted()
      return kept.some(
        ({ exceptedIn = [] }) => exceptedIn.length !== now.length || now.some((id) => !exceptedIn.includes(id)),
      )
    },
  }
}
