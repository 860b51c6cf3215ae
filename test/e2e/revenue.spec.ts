import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiClient } from '#local/api-client/api-client.ts'
import { api } from '#schema/api/all.ts'
import { orderParameters, paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { advanceHours, expect, expectAccessibleInBoth, expectSound, payByCard, settle } from './support/market.ts'
import { ops } from './support/ops.ts'
import { newBuyer } from './support/sale.ts'
import { test } from './support/studio.ts'

const { orders } = api

const run = Date.now().toString(36)

/** Checkouts and discount codes are throttled by address, and all journeys come from one. */
test.beforeEach(({ page }) => advanceHours(page, 11 / 60))

const put = async (page: Page, galleryId: Parameters<typeof paths.gallery>[0]['galleryId'], titles: string[]) => {
  await page.goto(paths.gallery({ galleryId }))
  for (const title of titles) {
    const add = page.getByRole('button', { name: `Add ${title} to cart` })
    await add.click()
    // Where the page does not answer yet, the next press would be lost too.
    await expect(add).toHaveCount(0)
  }
}

/** Buys what is in the cart; answers the address of the order. */
const buy = async (page: Page, { total, code }: { total: string; code?: string }) => {
  const { name, email } = newBuyer()
  await page.goto(paths.cart())
  await page.getByLabel(/full name/i).fill(name)
  await page.getByRole('textbox', { name: /email/i }).fill(email)
  await agree(page)
  if (code !== undefined) {
    await page.getByLabel('Discount code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).click()
  }
  await expect(page.getByTestId('cart-total')).toHaveText(total)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  return new URL(page.url())
}

const orderIdAt = async (site: string, address: URL) => {
  const sessionId = address.searchParams.get(orderParameters.session) ?? ''
  const answer = await apiClient(site).call(orders.endpoints.confirm, { body: { sessionId } })
  if (answer.state !== 'completed') throw new Error('The order is not completed.')
  return answer.order.id
}

/** What stands in the rows of a table, cell by cell. */
const cellsOf = (page: Page, table: string) =>
  page
    .getByRole('region', { name: table })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map(({ innerText }) => innerText)))

test('revenue by offer and by code: to the penny, less what was given back, on the page and in the file', async ({
  page,
  newcomer,
}) => {
  const code = `MOOR-${run}`.toUpperCase()
  await newcomer.own.call(orders.endpoints.makeCode, { body: { code, off: { kind: 'percent', percent: 25 } } })
  const steps = await newcomer.hang({
    title: `Heath ${run}`,
    settings: { priceSteps: [{ from: 3, percent: 20 }] },
    photos: [
      { title: 'Bracken', pounds: 9.99 },
      { title: 'Gorse', pounds: 9.99 },
      { title: 'Ling', pounds: 9.99 },
    ],
  })
  const alone = await newcomer.hang({ title: `Fen ${run}`, photos: [{ title: 'Reed', pounds: 12.5 }] })

  await put(page, alone.id, ['Reed'])
  await buy(page, { total: '£12.50' })
  // £29.97 less 20% is £23.98, with £12.50 £36.48, and a quarter off that £27.36: £17.98 and £9.38.
  await put(page, steps.id, ['Bracken', 'Gorse', 'Ling'])
  await put(page, alone.id, ['Reed'])
  const order = await orderIdAt(newcomer.site, await buy(page, { total: '£27.36', code }))
  // £6.00 of it: Bracken.
  await ops(newcomer.site, 'refund', order, '--lines', '1', '--apply')
  await settle(page)

  const own = newcomer.page
  await own.goto(paths.profile())
  await own.getByRole('tab', { name: 'Sales Analytics' }).click()
  await expect(own).toHaveURL(/tab=analytics/)
  const main = own.getByRole('main')
  await expect(main.getByText('Total Revenue', { exact: true }).locator('..')).toContainText('£33.86')
  await expect(main.getByText('Your earnings', { exact: true }).first().locator('..')).toContainText('£30.47')
  // Orders, paid, given back, revenue, earnings: those of a part are nine tenths of what was paid for it and not given back.
  const byOffer = [
    ['Each at its own price', '2', '£21.88', '£0.00', '£21.88', '£19.69'],
    ['Cheaper together', '1', '£17.98', '£6.00', '£11.98', '£10.78'],
  ]
  const byCode = [
    [code, '1', '£27.36', '£6.00', '£21.36', '£19.22'],
    ['Without a code', '1', '£12.50', '£0.00', '£12.50', '£11.25'],
  ]
  await expect.poll(() => cellsOf(own, 'Revenue by offer')).toEqual(byOffer)
  await expect.poll(() => cellsOf(own, 'Revenue by discount code')).toEqual(byCode)

  const [download] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: 'Offers and codes as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('darkslide-offers-and-codes-month.csv')
  const [heads, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(heads).toContain('By,Sold,Orders,Paid (GBP),Given back (GBP),Revenue (GBP),Your earnings (GBP)')
  const inFile = (by: string, cells: readonly string[]) => [by, ...cells].join(',').replaceAll('£', '')
  expect(rows).toEqual([
    ...byOffer.map((cells) => inFile('Offer', cells)),
    ...byCode.map((cells) => inFile('Code', cells)),
  ])

  await expectAccessibleInBoth(own)
  await own.setViewportSize({ width: 320, height: 700 })
  await expectSound(own)
})
