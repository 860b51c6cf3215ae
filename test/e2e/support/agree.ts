import type { Page } from '@playwright/test'
import { deliveryConsent } from '#schema/consent.ts'

/** Ticks the box for delivery at once: without it nothing can be bought. */
export const agree = (page: Page) => page.getByRole('checkbox', { name: deliveryConsent.text }).check()
