import type { DownloadStore } from '#functions/galleries/download-store.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { shownPicture } from '#functions/galleries/shown-picture.ts'
import type { DiscountStore } from '#functions/orders/discount-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { SoldDayStore } from '#functions/payments/sold-day-store.ts'
import { earningsOf, isRefundedWhole, revenueOf } from '#functions/payments/sold-days.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Earning } from '#schema/entities/earning.ts'
import { GalleryId, PhotoId, type UserId } from '#schema/ids.ts'
import { soldName } from '#schema/web-size.ts'
import { earningsOfAll, ordersOf, revenueOfAll, seriesOf, type TopSale, topPhotos, windowStart } from './sales-rules.ts'
import { type Bounds, soldBetween } from './sold-between.ts'
import { soldByCode, soldByOffer } from './sold-parts.ts'

type Parts = {
  earnings: Pick<EarningStore, 'listOfSeller' | 'whole'>
  soldDays: () => Promise<SoldDayStore>
  galleries: GalleryStore
  photos: PhotoStore
  downloads: DownloadStore
  discounts: Pick<DiscountStore, 'listOf'>
  links: MediaLinks
  now: Clock
}

/** What sold in a window. Its cost follows the photographer's own sales and galleries, never the market's. */
export const getSalesAnalytics =
  (parts: Parts, bounds?: Bounds): Operation<typeof api.analytics.endpoints.sales> =>
  async ({ query: { window }, caller: { userId } }) => {
    const to = parts.now()
    const from = windowStart(window, to)
    const [{ days, recent }, photoCount, downloadCount] = await Promise.all([
      soldBetween(parts, bounds)(userId, { from, to }),
      countPhotos(parts, userId),
      parts.downloads.countBetween(userId, from, to),
    ])
    return {
      window,
      from: stamp(from),
      to: stamp(to),
      revenuePence: revenueOfAll(days),
      earningsPence: earningsOfAll(days),
      orderCount: ordersOf(days),
      photoCount,
      downloadCount,
      recentOrders: recent.map(recentOrder),
      topPhotos: await withPictures(parts, userId, topPhotos(days)),
      series: seriesOf(days, window, to),
      byOffer: soldByOffer(days),
      byCode: await soldByCode(parts, userId, days),
    }
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
  photoTitles: sale.photos.map(({ title, as }) => soldName(title, as)),
  morePhotos: sale.morePhotos,
  revenuePence: revenueOf(sale),
  earningsPence: earningsOf(sale),
  isRefunded: isRefundedWhole(sale),
})

/** As it was called when it was last sold: where only that moment is known, the sale is looked up by it. */
const titleOf = async (
  { earnings }: Parts,
  seller: UserId,
  { photoId, lastSoldAt, title }: TopSale,
): Promise<string> => {
  if (title !== undefined) return title
  const paidAt = stamp(new Date(lastSoldAt))
  const sales = await earnings.listOfSeller(seller, { from: paidAt, until: paidAt })
  const lines = (await earnings.whole(sales.earnings)).flatMap((sale) => sale.photos)
  return lines.find((line) => line.photoId === photoId)?.title ?? ''
}

const withPictures = async (parts: Parts, seller: UserId, top: readonly TopSale[]) => {
  if (top.length === 0) return []
  const { photos, galleries, links } = parts
  const titles = Promise.all(top.map((sale) => titleOf(parts, seller, sale)))
  const found = await photos.getMany(top.flatMap(({ photoId }) => PhotoId.safeParse(photoId).data ?? []))
  const wholes = top.flatMap(({ photoId }) => GalleryId.safeParse(photoId).data ?? [])
  const homes = await galleries.getMany([...found.map(({ galleryId }) => galleryId), ...wholes])
  return Promise.all(
    top.map(async ({ photoId, soldCount, revenuePence, earningsPence }, index) => {
      const photo = found.find(({ id }) => id === photoId)
      const gallery = homes.find(({ id }) => id === photo?.galleryId)
      const whole = homes.find(({ id }) => id === photoId)
      const isShown = photo?.state === 'ready' && gallery !== undefined
      const title = (await titles)[index] ?? ''
      const picture = whole
        ? await shownPicture(links, whole, whole.cover)
        : isShown
          ? await shownPicture(links, gallery, photo)
          : null
      return { photoId, title, soldCount, revenuePence, earningsPence, picture }
    }),
  )
}
