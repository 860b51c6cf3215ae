import { expect, expectTypefaces, test } from './support/market.ts'
import { takeRacePhotos } from './support/sale.ts'

test('in a low window the button that pays is reached beside a long cart, and stays while one goes on', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const chosen = 18
  await takeRacePhotos(page, chosen)
  const pay = page.getByRole('button', { name: 'Proceed to Payment' })
  const last = page.getByRole('button', { name: /^Remove / }).last()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(chosen)
  await expectTypefaces(page)
  // By a wheel over the photos: the panel is not to be scrolled within for it.
  await page.mouse.move(300, 500)
  /** The wheel answers before its scroll has begun. */
  const scrollBy = async (further: number) => {
    const before = await page.evaluate(() => scrollY)
    await page.mouse.wheel(0, further)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before + further)
  }
  const isWhole = () => pay.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)
  while (!(await isWhole())) await scrollBy(200)
  await expect(pay).toBeInViewport({ ratio: 1 })
  // Further down it stays where it is, and nothing lies over it.
  const placeAfter = async (further: number) => {
    await scrollBy(further)
    return (await pay.boundingBox())?.y
  }
  const place = await placeAfter(300)
  expect(await placeAfter(200)).toBe(place)
  await expect(last).not.toBeInViewport()
  await pay.click({ trial: true })
  await last.scrollIntoViewIfNeeded()
  await expect(pay).toBeInViewport({ ratio: 1 })
})
