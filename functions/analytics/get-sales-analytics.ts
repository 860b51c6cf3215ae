import type { DownloadStore } from '#functions/galleries/download-store.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { shownPicture } from '#functions/galleries/shown-picture.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { allOf, eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { paidForAll, revenueOf, revenueOfAll, seriesOf, type TopSale, topPhotos, windowStart } from './sales-rules.ts'

type Parts = {
  earnings: Pick<EarningStore, 'listOfSeller'>
  galleries: GalleryStore
  photos: PhotoStore
  downloads: DownloadStore
  links: MediaLinks
  now: Clock
}

/** What sold in a window. Its cost follows the photographer's own sales and galleries, never the market's. */
export const getSalesAnalytics =
  (parts: Parts): Operation<typeof api.analytics.endpoints.sales> =>
  async ({ query: { window }, caller: { userId } }) => {
    const to = parts.now()
    const from = windowStart(window, to)
    const [sales, photoCount, downloadCount] = await Promise.all([
      salesBetween(parts, userId, { from, to }),
      countPhotos(parts, userId),
      parts.downloads.countBetween(userId, from, to),
    ])
    return {
      window,
      from: stamp(from),
      to: stamp(to),
      revenuePence: paidForAll(sales),
      earningsPence: revenueOfAll(sales),
      orderCount: sales.length,
      photoCount,
      downloadCount,
      recentOrders: sales.slice(0, limits.analytics.recentOrders).map(recentOrder),
      topPhotos: await withPictures(parts, topPhotos(sales)),
      series: seriesOf(sales, window, to),
    }
  }

type Span = { from: Date; to: Date }

const salesBetween = async ({ earnings }: Parts, seller: UserId, { from, to }: Span): Promise<Earning[]> => {
  const read = (after?: Item) => earnings.listOfSeller(seller, { from: stamp(from), after })
  const found = await allOf(read, (page) => page.earnings)
  return found.filter(({ paidAt }) => paidAt <= stamp(to))
}

const countPhotos = async ({ galleries }: Parts, owner: UserId): Promise<number> => {
  const read = (after?: Item) => galleries.listOwn(owner, { limit: 1_000, after })
  let count = 0
  for await (const page of eachPage(read)) for (const { photoCount } of page.galleries) count += photoCount
  return count
}

const recentOrder = (sale: Earning) => ({
  orderNumber: sale.orderNumber,
  paidAt: sale.paidAt,
  photoTitles: sale.photos.map(({ title }) => title),
  revenuePence: revenueOf(sale),
  isRefunded: sale.amountPence > 0 && revenueOf(sale) === 0,
})

const withPictures = async ({ photos, galleries, links }: Parts, top: readonly TopSale[]) => {
  if (top.length === 0) return []
  const found = await photos.getMany(top.map(({ photoId }) => photoId))
  const homes = await galleries.getMany(found.map(({ galleryId }) => galleryId))
  return Promise.all(
    top.map(async (sale) => {
      const photo = found.find(({ id }) => id === sale.photoId)
      const gallery = homes.find(({ id }) => id === photo?.galleryId)
      const isShown = photo?.state === 'ready' && gallery !== undefined
      return { ...sale, picture: isShown ? await shownPicture(links, gallery, photo) : null }
    }),
  )
}
