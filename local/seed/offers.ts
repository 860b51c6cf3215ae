import type { ApiClient } from '#local/api-client/api-client.ts'
import { api } from '#schema/api/all.ts'
import type { RequestOf } from '#schema/api/endpoint.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { type GalleryId, IdempotencyKey, type OrderId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import type { SeedGallery } from './market.ts'
import { type Market, type Step, sessionOf } from './seeding.ts'

/** What a gallery offers beside the price of each photo, as its settings take it. */
export const offersOf = ({ webPounds, wholePounds, priceSteps }: SeedGallery) => ({
  ...(webPounds !== undefined && { webPence: pence(webPounds * 100) }),
  ...(wholePounds !== undefined && { wholePence: pence(wholePounds * 100) }),
  ...(priceSteps && { priceSteps: [...priceSteps] }),
})

/** The photographer's code for the photos of one gallery. */
export const makeCode = async (own: ApiClient, galleryId: GalleryId, { code }: SeedGallery): Promise<void> => {
  if (!code) return
  const { name, photos, maxUses } = code
  const off = { kind: 'included', photos } as const
  await own.call(api.orders.endpoints.makeCode, { body: { code: name, off, galleryId, maxUses } })
}

/** What a visitor shows who typed the code of a private gallery. */
export const grantOf = async (market: Market, galleryId: GalleryId, accessCode: string) => {
  const session = { 'x-gallery-session': await sessionOf(market, galleryId, 0) }
  const params = { galleryId }
  const { grant } = await market.anyone.call(api.galleries.endpoints.unlock, {
    params,
    headers: session,
    body: { accessCode },
  })
  return { grant, headers: { ...session, 'x-gallery-grant': grant } }
}

type Asked = Partial<
  Pick<RequestOf<typeof api.orders.endpoints.checkout>['body'], 'items' | 'galleries' | 'discountCode' | 'grants'>
>
type Buyer = { name: string; email: string }

const buy = async ({ target, anyone }: Market, name: string, customer: Buyer, asked: Asked) => {
  const opened = await anyone.call(api.orders.endpoints.checkout, {
    headers: { 'idempotency-key': IdempotencyKey.parse(`seed-offer-${name}`) },
    body: { items: [], ...asked, consent: deliveryConsent.version, customer },
  })
  if (opened.kind === 'pay') await target.pay(opened.url)
  await target.settle()
  return opened.orderId
}

const shelfOf = ({ stock }: Market, slug: string) => {
  const shelf = stock.find(({ gallery }) => gallery.slug === slug)
  if (!shelf) throw new Error(`No gallery “${slug}” hangs by now.`)
  return shelf
}

const walker = { name: 'Lucía Ferrer', email: 'lucia@example.com' }
const couple = { name: 'Maite & Jon', email: 'maite@example.com' }
const birder = { name: 'Tom Ashworth', email: 'tom@example.com' }

/** Sales by what galleries offer: a whole gallery, a Web size whose Original follows, photos that a code includes. */
export const offerSales = (market: Market, monthsBack: (months: number) => Date): Step[] => {
  const boughtWeb: { orderId?: OrderId } = {}
  const oneOfWings = () => shelfOf(market, 'wings').photos.slice(0, 1)
  const buyWhole = async () => {
    const { galleryId } = shelfOf(market, 'ridge')
    await buy(market, 'whole-gallery', walker, { galleries: [{ galleryId }] })
  }
  const buyWeb = async () => {
    const items = oneOfWings().map(({ id }) => ({ photoId: id, size: 'web' as const }))
    boughtWeb.orderId = await buy(market, 'web-size', birder, { items })
  }
  const upgrade = async () => {
    const { orderId } = boughtWeb
    if (orderId === undefined) return
    const items = oneOfWings().map(({ id }) => ({ photoId: id, upgradeOf: { orderId, line: 1 } }))
    await buy(market, 'upgrade', birder, { items })
  }
  const buyIncluded = async () => {
    const { galleryId, photos, gallery } = shelfOf(market, 'wedding')
    const { accessCode = '', code } = gallery
    const { grant } = await grantOf(market, galleryId, accessCode)
    const items = photos.slice(0, 6).map(({ id }) => ({ photoId: id }))
    await buy(market, 'included', couple, { items, grants: [grant], ...(code && { discountCode: code.name }) })
  }
  return [
    { at: monthsBack(1.6), run: buyWhole },
    { at: monthsBack(1.4), run: buyWeb },
    { at: monthsBack(1.3), run: upgrade },
    { at: monthsBack(0.7), run: buyIncluded },
  ]
}
