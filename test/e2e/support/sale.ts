import { expect, type Page } from '@playwright/test'
import { apiClient } from '#local/api-client/api-client.ts'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { settle, takesPresses } from './market.ts'
import { stripeOf } from './stripe.ts'
import type { Studio } from './studio.ts'

const { orders, photos } = api
const run = Date.now().toString(36)
let buyers = 0
/** Somebody new each time: checkouts are throttled by email address. */
export const newBuyer = () => ({ name: 'Hannah Price', email: `hannah-${run}-${++buyers}@example.com` })

/** The provider's test card whose money may be sent on at once. */
const card = '4000000000000077'

/** Sells everything that hangs in a gallery, without a browser; answers the order. */
export const sell = async (page: Page, { own, site }: Studio, gallery: Pick<OwnGallery, 'id'>) => {
  const { items } = await own.call(photos.endpoints.listMine, { params: { galleryId: gallery.id }, query: {} })
  const opened = await apiClient(site).call(orders.endpoints.checkout, {
    headers: { 'idempotency-key': IdempotencyKey.parse(`sale-${run}-${gallery.id}`) },
    body: { items: items.map(({ id }) => ({ photoId: id })), consent: deliveryConsent.version, customer: newBuyer() },
  })
  if (opened.kind === 'pay') {
    await stripeOf(page).control('pay', { card, session: /cs_\w+/.exec(opened.url)?.[0] ?? '' })
  }
  await settle(page)
  return opened.orderId
}

/** So many photos of the demo market's race, from its page into the cart, which is opened. At most one page of them, 20. */
export const takeRacePhotos = async (page: Page, count: number) => {
  // By its name: other journeys hang galleries before it.
  await page.goto('/browse?q=marathon')
  await page
    .getByRole('link', { name: /Valley Half Marathon/ })
    .first()
    .click()
  const add = page.getByRole('button', { name: /^add .*to cart/i })
  await expect(add.first()).toBeVisible()
  await takesPresses(page)
  for (let taken = 1; taken <= count; taken++) {
    await add.first().click()
    await expect(page.getByTestId('cart-count')).toHaveText(String(taken))
  }
  await page.getByRole('link', { name: /cart/i }).first().click()
}
