import type { SetId } from '#schema/ids.ts'
import type { UploadItem } from './upload-item.ts'
import type { UploadRows } from './upload-rows.ts'

/** Waits, and goes wherever it is sent next. */
export const isFree = ({ status, galleryId }: UploadItem): boolean => status === 'pending' && galleryId === undefined

/** What rows cost and where they go while they may go anywhere: that is the chosen gallery's to say. */
export const freeRows = ({ all, patch }: Pick<UploadRows, 'all' | 'patch'>) => {
  let priceNow: string | undefined
  const reprice = () => {
    for (const item of all()) {
      if (priceNow !== undefined && isFree(item) && !item.isPriceTyped && item.price !== priceNow)
        patch(item.key, { price: priceNow })
    }
  }
  return {
    /** After rows have come, or have become free. */
    reprice,
    /** The price of files whose price nobody typed. Those that are on their way into a gallery keep its price. */
    setPrice: (price: string) => {
      priceNow = price
      reprice()
    },
    /** Into the sets of their folders' names, or into none. */
    putIntoSets: (ids: ReadonlyMap<string, SetId>) => {
      for (const item of all()) {
        const next = item.setName === undefined ? undefined : ids.get(item.setName)
        if (isFree(item) && next !== item.setId) patch(item.key, { setId: next })
      }
    },
  }
}
