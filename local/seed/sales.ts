import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { buyers } from './market.ts'
import { hourMs, type Market, type Step, visitorsOf } from './seeding.ts'
import { leaveCart } from './visitors.ts'

/** Orders over the year, more of them lately, the last ones still inside their 48 hours. */
export const sales = (market: Market, monthsBack: (months: number) => Date): Step[] => {
  const early = Array.from({ length: 46 }, (_, n) => monthsBack(11.3 * (1 - n / 46) ** 0.8 + 0.1))
  const lately = [60, 50, 30, 20, 5, 1].map((hours) => new Date(market.today.getTime() - hours * hourMs))
  const orders = [...early, ...lately].map((at, n) => ({ at, run: () => sell(market, n) }))
  // The last of the early ones lay in a cart for a day and some hours; its buyer came back by the reminder.
  const came = early.length - 1
  const left = new Date((early[came]?.getTime() ?? 0) - 26 * hourMs)
  return [...orders, { at: left, run: () => leave(market, came) }]
}

/** What the nth buyer chooses of the galleries that are open by then. */
const choiceOf = ({ stock }: Market, n: number) => {
  const shelves = stock.filter(({ isOpen, photos }) => isOpen && photos.length > 0)
  const shelf = shelves[(n * 5) % shelves.length]
  const buyer = buyers[n % buyers.length]
  if (!shelf || !buyer) return undefined
  const count = 1 + ((n * 3) % 4)
  const wanted = Array.from({ length: count }, (_, k) => shelf.photos[(n * 7 + k * 3) % shelf.photos.length])
  const photoIds = [...new Set(wanted.flatMap((photo) => (photo ? [photo.id] : [])))]
  return { galleryId: shelf.galleryId, photoIds, buyer }
}

const leave = async (market: Market, n: number): Promise<void> => {
  const choice = choiceOf(market, n)
  if (choice) await leaveCart(visitorsOf(market), { ...choice, email: choice.buyer.email })
}

const sell = async (market: Market, n: number): Promise<void> => {
  const { target, anyone } = market
  const choice = choiceOf(market, n)
  if (!choice) return
  const { photoIds, buyer } = choice
  const opened = await anyone.call(api.orders.endpoints.checkout, {
    headers: { 'idempotency-key': IdempotencyKey.parse(`seed-order-${String(n).padStart(8, '0')}`) },
    body: { items: photoIds.map((photoId) => ({ photoId })), consent: deliveryConsent.version, customer: buyer },
  })
  if (opened.kind === 'pay') await target.pay(opened.url)
  await target.settle()
}
