import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from '@playwright/test'
import * as z from 'zod'
import { paths } from '#schema/paths.ts'

/** Four times slower, as Lighthouse's phone. */
const processorSlowdown = 4

/** A page of a slow phone. */
export const phone = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.addInitScript({ path: fileURLToPath(new URL('page-watch.js', import.meta.url)) })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  return { page, session, close: () => context.close() }
}

/** The longest time from a touch to the next picture on the screen, as INP counts it: all events of the interaction. */
const timeOf = async (page: Page, act: () => Promise<void>): Promise<number> => {
  await page.evaluate('pageWatch.forget()')
  await act()
  return z.number().parse(await page.evaluate('pageWatch.longestTouch()'))
}

/**
 * What a finger touches stands still in the window: somebody has scrolled to it, and has seen it. It is touched by its
 * place: looking it up by its role and asking what lies above it make the page compute styles, within what is measured.
 */
const touch = async (page: Page, what: Locator): Promise<number> => {
  await what.scrollIntoViewIfNeeded()
  await page.waitForTimeout(1_000)
  const box = await what.boundingBox()
  if (!box) throw new Error(`${what.toString()} is not shown.`)
  await page.waitForTimeout(1_000)
  return timeOf(page, () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2))
}

const acts = {
  'add to cart': (page: Page) => page.getByRole('button', { name: /^Add .* to cart/i }).first(),
  like: (page: Page) => page.getByRole('button', { name: 'Like', exact: true }),
  'open a photo': (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('button').first(),
  'next photo': (page: Page) => page.getByRole('button', { name: 'Next photo' }),
  close: (page: Page) => page.getByRole('button', { name: 'Close' }),
  'next page': (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }),
} as const

export const interactions = Object.keys(acts)

/** What a buyer touches on a gallery's page, one after another, on a slow phone. @returns milliseconds by interaction. */
export const touchGallery = async (
  browser: Browser,
  { baseURL, galleryId }: { baseURL: string; galleryId: string },
): Promise<Record<string, number>> => {
  const { page, close } = await phone(browser, baseURL)
  await page.goto(paths.gallery({ galleryId }))
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  // Long enough for a page to be taken over: the first touch is a touch of a page, not a part of its loading.
  await page.waitForTimeout(2_000)
  const times: Record<string, number> = {}
  for (const [name, act] of Object.entries(acts)) times[name] = await touch(page, act(page))
  await close()
  return times
}

/** How far each page's parts jump while it loads on a slow phone, from nothing to idle. @returns CLS by path. */
export const shiftsOf = async (
  browser: Browser,
  {
    baseURL,
    strangers,
    paths: wanted,
    signIn,
  }: {
    baseURL: string
    /** Paths that are for who has not signed in. */
    strangers: readonly string[]
    paths: readonly string[]
    signIn: (page: Page) => Promise<void>
  },
): Promise<Record<string, number>> => {
  const { page, close } = await phone(browser, baseURL)
  const shifts: Record<string, number> = {}
  const measure = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    shifts[path] = z.number().parse(await page.evaluate('pageWatch.shift()'))
  }
  for (const path of strangers) await measure(path)
  await signIn(page)
  for (const path of wanted) await measure(path)
  await close()
  return shifts
}
