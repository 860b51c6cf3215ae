import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { demoPassword } from '#local/seed/market.ts'
import { startLocalSystem } from '#local/system.ts'
import { findBrowser } from './browser.ts'

/**
 * Every route, phone and desktop, light and dark, of a freshly seeded market, into `docs/screenshots/`. To be looked at
 * before a screen is called done. `npm run screenshots -- /browse /cart` takes those alone.
 */

const routes = [
  ['/', 'landing'],
  ['/browse', 'browse'],
  ['/browse?view=list&sort=popular', 'browse-list'],
  ['/iris-calloway', 'portfolio'],
  ['/iris-calloway/the-ridge-in-october', 'portfolio-gallery'],
  ['/cart', 'cart-empty'],
  ['/auth', 'auth'],
  ['/purchase-success', 'purchase-error'],
  ['/proof/nonsense', 'proof-not-found'],
  ['/gallery/gal_00000000000000000000000000', 'gallery-error'],
  ['/one/two/three', 'not-found'],
  ['/dashboard', 'dashboard', 'iris'],
  ['/dashboard?tab=balance', 'balance', 'iris'],
  ['/dashboard?tab=galleries', 'gallery-management', 'iris'],
  ['/dashboard?tab=proofing', 'proofing', 'iris'],
  ['/upload', 'upload', 'iris'],
  ['/profile', 'profile', 'iris'],
  ['/profile?tab=analytics', 'analytics', 'iris'],
  ['/settings', 'settings', 'iris'],
  ['/dashboard', 'dashboard-trial-over', 'bram'],
  ['/upload', 'upload-trial-over', 'bram'],
] as const satisfies readonly (readonly [path: string, name: string, account?: string])[]

const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
const schemes = ['light', 'dark'] as const

const signIn = async (page: Page, account: string) => {
  await page.goto('/auth')
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(`${account}@darkslide.example`)
  await form.getByLabel('Password', { exact: true }).fill(demoPassword)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/')
}

const folder = join(import.meta.dirname, '../docs/screenshots')
const wanted = process.argv.slice(2)
const browser = await findBrowser()
if (browser.kind === 'none') throw new Error(browser.sentence)
const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-screenshots-'))
const system = await startLocalSystem({ stateDir, port: 0, build: 'production', seed: true })
const chrome = await chromium.launch({ executablePath: browser.path, args: ['--no-sandbox'] })
await mkdir(folder, { recursive: true })

for (const { name: screen, viewport } of screens) {
  for (const colorScheme of schemes) {
    for (const account of [undefined, 'iris', 'bram']) {
      const context = await chrome.newContext({ viewport, colorScheme, baseURL: system.url, locale: 'en-GB' })
      const page = await context.newPage()
      if (account) await signIn(page, account)
      for (const [path, name, owner] of routes) {
        if (owner !== account || (wanted.length > 0 && !wanted.includes(path))) continue
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await page.keyboard.press('Escape')
        await page.screenshot({ path: join(folder, `${name}-${screen}-${colorScheme}.jpg`), type: 'jpeg', quality: 60 })
      }
      await context.close()
    }
  }
}

await chrome.close()
await system.close()
await rm(stateDir, { recursive: true, force: true })
