import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { demoPassword } from '#local/seed/market.ts'
import { startLocalSystem } from '#local/system.ts'
import { findBrowser } from './browser.ts'
import type { Shot } from './screenshots/acts.ts'
import { lookUp, type Market } from './screenshots/look-up.ts'
import { shots } from './screenshots/shots.ts'
import { signIn } from './sign-in.ts'

/**
 * Takes screenshots of every route and its states, on a phone and a desktop, light and dark, from a freshly seeded
 * market, and writes them to `docs/screenshots/`. Look at them before a screen is called finished. `npm run screenshots
 * -- browse cart` takes only those; `SCREENSHOTS_URL` names a seeded system that is already running.
 */

const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
const schemes = ['light', 'dark'] as const

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** Run in the page: whether nothing is awaited and every picture in view has arrived. */
const isShown = `(() => {
  const inView = (image) => {
    const { top, right, bottom, left } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  }
  const isBusy = document.querySelector('[aria-busy=true]') !== null || document.querySelector('h1') === null
  return !isBusy && [...document.images].every((image) => image.complete || !inView(image))
})()`

/** Until all that is in view is there; a picture of waiting is taken while it waits. */
const settle = async (page: Page, isWaiting: boolean) => {
  if (isWaiting) return page.waitForTimeout(2_000)
  // Asked from outside: the pages' content security policy lets nothing be evaluated inside again and again. What was
  // pressed may change the page a moment later: it must be still for a while.
  for (let [tries, stillFor] = [0, 0]; stillFor < 4; tries++) {
    if (tries === 300) throw new Error('Something is still awaited.')
    stillFor = (await page.evaluate<boolean>(isShown)) ? stillFor + 1 : 0
    await page.waitForTimeout(100)
  }
  // A picture that has come is drawn once it is decoded, which takes long on a busy machine.
  await page.evaluate(`for (const image of document.images) image.decoding = 'sync'`)
  await page.waitForTimeout(250)
}

/** Lets everything of a long page come near, so that its lazy pictures are loaded. */
const unroll = async (page: Page) => {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  for (let top = 0; top < height; top += 600) {
    await page.evaluate(`scrollTo({ top: ${String(top)}, behavior: 'instant' })`)
    await page.waitForTimeout(80)
  }
  await settle(page, false)
  await page.evaluate(`scrollTo({ top: 0, behavior: 'instant' })`)
}

/** The trial of an account that has none left is announced over every page; its own picture shows that. */
const isTrialNotice = (name: string) => name === 'dashboard-trial-over'

const closeTrialNotice = async (page: Page) => {
  const notice = page.getByRole('dialog')
  await notice.waitFor()
  await page.keyboard.press('Escape')
  await notice.waitFor({ state: 'hidden' })
}

const folder = process.env.SCREENSHOTS_FOLDER ?? join(import.meta.dirname, '../docs/screenshots')
const wanted = new Set(process.argv.slice(2))
const browser = await findBrowser()
if (browser.kind === 'none') throw new Error(browser.sentence)
const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-screenshots-'))
const running = process.env.SCREENSHOTS_URL
const system = running ? undefined : await startLocalSystem({ stateDir, port: 0, build: 'production', seed: true })
const baseURL = running ?? system?.url ?? ''
const chrome = await chromium.launch({ executablePath: browser.path, args: ['--no-sandbox'] })
await mkdir(folder, { recursive: true })

let market: Market | undefined
const sessions = new Map<string, Stored>()
const missed: string[] = []

type Look = { screen: (typeof screens)[number]; colorScheme: (typeof schemes)[number] }

/** One picture, in a browser of its own: no cart, draft or queue of the one before. */
const take = async (shot: Shot, { screen, colorScheme }: Look) => {
  const { account, name } = shot
  const storageState = account && sessions.get(account)
  const context = await chrome.newContext({
    viewport: screen.viewport,
    colorScheme,
    baseURL,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  })
  try {
    const page = await context.newPage()
    if (account && !storageState) {
      await signIn(page, { email: `${account}@darkslide.example`, password: demoPassword })
      sessions.set(account, await context.storageState())
    }
    market ??= await lookUp(page)
    await page.goto(typeof shot.path === 'string' ? shot.path : shot.path(market))
    await settle(page, false)
    if (account === 'bram' && !isTrialNotice(name)) await closeTrialNotice(page)
    await shot.act?.(page, market)
    await settle(page, name.endsWith('-loading'))
    if (shot.whole) {
      // What is far below is not drawn until it comes near, not even for a picture of the whole page.
      await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
      await unroll(page)
    }
    const path = join(folder, `${name}-${screen.name}-${colorScheme}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 55, fullPage: shot.whole ?? false })
  } finally {
    await context.close()
  }
}

/**
 * The numbers of the demo's race are read behind a market that answers already. Moving its clock waits for that: a
 * purchase, which moves it, would take too long meanwhile, and a runner would not be found.
 */
const waitForNumbers = async () => {
  const context = await chrome.newContext({ baseURL })
  await context.request.post('/__local/api/clock/advance', { data: { ms: 1_000 }, timeout: 0 })
  await context.close()
}

await waitForNumbers()
for (const screen of screens) {
  for (const colorScheme of schemes) {
    for (const shot of shots) {
      const isAsked = wanted.size === 0 || wanted.has(shot.name)
      if (!isAsked || (shot.only ?? screen.name) !== screen.name) continue
      // One picture that cannot be taken keeps nobody from the others.
      await take(shot, { screen, colorScheme }).catch((thrown: unknown) => {
        missed.push(`${shot.name}, ${screen.name}, ${colorScheme}: ${thrown instanceof Error ? thrown.message : ''}`)
      })
    }
  }
}

await chrome.close()
await system?.close()
await rm(stateDir, { recursive: true, force: true })
if (missed.length > 0) throw new Error(`Not taken:\n${missed.join('\n')}`)
