import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { advanceHours, advanceToNoon, expect, expectSound, mailsTo } from './support/market.ts'
import { sell } from './support/sale.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

/** Checkouts are throttled by address, and all journeys come from one. */
test.beforeEach(({ page }) => advanceHours(page, 11 / 60))

const turn = async (page: Page, wanted: boolean) => {
  await page.goto(paths.settings())
  const byDay = page.getByRole('switch', { name: /^Sales once a day/ })
  await expect(byDay).toBeChecked({ checked: !wanted })
  const [saved] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PATCH'),
    byDay.click(),
  ])
  expect(saved.ok()).toBe(true)
  await page.reload()
  await expect(byDay).toBeChecked({ checked: wanted })
}

test('sales once a day: two of a day are one mail in the morning after, and none of each; switched off, a sale is told at once', async ({
  page,
  newcomer,
}) => {
  test.slow()
  const told = async () =>
    (await mailsTo(page, newcomer.email)).filter(({ subject }) => /^You(r sales| sold)/.test(subject))
  const subjects = async () => (await told()).map(({ subject }) => subject)
  const sale = async (title: string, pounds: readonly number[]) => {
    const photos = pounds.map((each, index) => ({ title: `${title} ${index + 1}`, pounds: each }))
    await sell(page, newcomer, await newcomer.hang({ title: `${title} ${run}`, photos }))
  }
  // Mails leave by the minute, those of a sale in the minute after its receipt.
  const areTold = (expected: readonly string[]) =>
    expect
      .poll(async () => {
        await advanceHours(page, 0.05)
        return subjects()
      })
      .toEqual(expected)

  await turn(newcomer.page, true)
  await expectSound(newcomer.page)

  const day = await advanceToNoon(page)
  await sale('Dawn', [12.5])
  await sale('Dusk', [9.99, 20])
  for (const hours of [0.1, 0.1, 12]) await advanceHours(page, hours)
  expect(await subjects()).toEqual([])
  // The summary leaves at six in the morning (UTC).
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  const summary = `Your sales of ${words}`
  await advanceHours(page, 6)
  await areTold([summary])
  // £12.50 and £29.99, of which £1.25 and £3.00 are ours.
  expect((await told())[0]?.text).toContain(
    ['Orders: 2', 'Photos: 3', 'Price: £42.49', 'Platform fee: -£4.25', 'Your share: £38.24'].join('\n'),
  )

  await turn(newcomer.page, false)
  await sale('Later', [15])
  await areTold([summary, 'You sold a photo'])
  expect((await told())[1]?.text).toContain(['Price: £15.00', 'Platform fee: -£1.50', 'Your share: £13.50'].join('\n'))
  // Nothing of them is told twice.
  for (const hours of [24, 24, 0.1]) await advanceHours(page, hours)
  expect(await subjects()).toEqual([summary, 'You sold a photo'])
})
