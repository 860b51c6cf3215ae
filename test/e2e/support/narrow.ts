import type { Page } from '@playwright/test'
import { expect, expectTypefaces } from './market.ts'

/**
 * No word of a heading, button or tab is broken in two but where it has a hyphen, or is wider than all the room there
 * is; and no field cuts what stands in it as long as nothing is typed.
 */
export const expectWholeWords = async (page: Page) => {
  await expectTypefaces(page)
  const faults = await page.evaluate(() => {
    const found: string[] = []
    const room = (element: Element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    }
    for (const element of document.querySelectorAll('h1, h2, h3, button, [role=tab], [role=tab] *, main a')) {
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      for (const node of texts) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\-–/@.]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
          const isBroken = new Set(lines.map(({ top }) => Math.round(top))).size > 1
          const width = lines.reduce((sum, line) => sum + line.width, 0)
          if (isBroken && width < room(element)) found.push(`“${word}” of ${element.tagName}`)
        }
      }
    }
    const pen = document.createElement('canvas').getContext('2d')
    for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      if (!pen || field.clientWidth === 0) continue
      pen.font = getComputedStyle(field).font
      if (pen.measureText(field.placeholder).width > room(field) + 1) found.push(`“${field.placeholder}” in a field`)
    }
    return found
  })
  expect(faults).toEqual([])
}
