import { expect, type Page } from '@playwright/test'
import { deliveryConsent } from '#schema/consent.ts'

/** Until it is shown, a press on pay shows the total and orders nothing. */
export const seeTotal = (page: Page) => expect(page.getByTestId('cart-total')).toContainText('£')

/** Looks at the total and ticks the box for delivery at once: without them nothing can be bought. */
export const agree = async (page: Page) => {
  await seeTotal(page)
  await page.getByRole('checkbox', { name: deliveryConsent.text }).check()
}
