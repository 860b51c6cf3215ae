import type { Locator, Page } from '@playwright/test'
import { expect } from './market.ts'

/**
 * A way through the product as somebody goes it who sees it for the first time, with what it costs them: each press of
 * a button, link or box, and each field that is filled in. No address is typed but the one that somebody was sent.
 */
export const walk = (page: Page, { isTouched = false } = {}) => {
  const cost = { presses: 0, fields: 0 }
  const press = async (target: Locator) => {
    cost.presses += 1
    await (isTouched ? target.tap() : target.click())
  }
  return {
    cost,
    press,
    fill: async (field: Locator, text: string) => {
      cost.fields += 1
      await field.fill(text)
    },
    /** What is picked in the system's own dialog of files is none of ours. */
    choose: async (target: Locator, files: readonly string[]) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(target)])
      await chooser.setFiles([...files])
    },
  }
}

/** What can be pressed next stands on the screen: nothing has to be scrolled to. */
export const expectInView = async (...targets: readonly Locator[]) => {
  for (const target of targets) await expect(target).toBeInViewport({ ratio: 1 })
}
