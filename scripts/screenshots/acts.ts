import type { Locator, Page } from '@playwright/test'
import { deliveryConsent } from '#schema/consent.ts'
import { paths } from '#schema/paths.ts'
import type { Market } from './look-up.ts'

export type Shot = {
  name: string
  path: string | ((market: Market) => string)
  /** Whose page it is; without, a stranger's. */
  account?: 'iris' | 'bram'
  /** What is done before the picture. */
  act?: (page: Page, market: Market) => Promise<void>
  /** The whole page instead of what fits the screen. */
  whole?: true
  only?: 'phone' | 'desktop'
}

/** No question is answered any more: what is seen while waiting. */
const answerNothing = (page: Page) => page.route(/\/api\//, () => undefined)
export const keepWaiting = async (page: Page) => {
  await answerNothing(page)
  await page.reload()
}
/** The same for a page that would come with its answers if it were loaded: the way there leads through the site. */
export const followWaiting = (link: string) => async (page: Page) => {
  await answerNothing(page)
  await page.getByRole('link', { name: link }).last().click()
}
export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
/** Presses and waits, because the dialog's code comes only then. */
export const openDialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
}
export const add = (count: number) => async (page: Page) => {
  const buttons = page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: /^Add / })
  for (let each = 0; each < count; each++) await buttons.first().click()
}
export const fillCart = add(3)
export const toReport = async (page: Page) => {
  await press('Report this gallery')(page)
  await page.getByRole('dialog').waitFor()
}
export const toCart = async (page: Page) => {
  await fillCart(page)
  await page.goto(paths.cart())
}
/** Checkouts are throttled by address, and all of these come from one. */
const waitForTheNext = async (page: Page) => {
  const answer = await page.request.post('/__local/api/clock/advance', { data: { hours: 0.2 } })
  if (!answer.ok()) throw new Error('The clock stands still.')
}
/** From the cart to the order's page. */
export const pay = async (page: Page) => {
  await waitForTheNext(page)
  await page.getByLabel('Full name').fill('Robin Marsh')
  await page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com')
  // Without it in sight, the press would show the total and order nothing.
  await page.getByTestId('cart-total').filter({ hasText: '£' }).waitFor()
  await page.getByRole('checkbox', { name: deliveryConsent.text }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByLabel(/card number/i).fill('4242 4242 4242 4242')
  await page.getByLabel(/expir/i).fill('12 / 34')
  await page.getByLabel(/cvc|security code/i).fill('123')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('heading', { name: 'Purchase Successful' }).waitFor()
}
export const buy = async (page: Page) => {
  await toCart(page)
  await pay(page)
}
export const toFavourites = async (page: Page, { ridge }: Market) => {
  for (const place of [0, 1]) {
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT'),
      page
        .getByRole('button', { name: /^Favourite: / })
        .nth(place)
        .click(),
    ])
  }
  await page.goto(paths.favourites({ galleryId: ridge }))
}
export const gallery = ({ ridge }: Market) => paths.gallery({ galleryId: ridge })
export const own = (tab: string) => `${paths.dashboard()}?tab=${tab}`
/** Chooses something from the menu of one's own gallery. */
export const fromMenuOf = (title: string, entry: string) => async (page: Page) => {
  // Until the menu's own code has come, another button stands in its place.
  await page.locator(`[data-part=trigger][aria-label="More of ${title}"]`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
/** So that a part of a long page stands in the middle of the screen. */
export const comeTo = (find: (page: Page) => Locator) => (page: Page) =>
  find(page).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
