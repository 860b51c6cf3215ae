import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export type Browser = { kind: 'found'; path: string } | { kind: 'none'; sentence: string }

const installed = [
  process.env.BROWSER_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser whose libraries are missing is there but does not start. */
const starts = (path: string | undefined): path is string =>
  path !== undefined &&
  existsSync(path) &&
  spawnSync(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0

const packaged = async (): Promise<string | undefined> => {
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } catch {
    return undefined
  }
}

const fromDistribution = (): string | undefined => {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (!isRootOnDebian) return undefined
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', timeout: 120_000 })
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
  return '/usr/bin/chromium'
}

const downloaded = async (): Promise<string | undefined> => {
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/**
 * Chromium's headless shell: the same engine without the browser's window, which Playwright uses for headless runs
 * (https://playwright.dev/docs/browsers#chromium-headless-shell). A full Chromium also draws its toolbars and menus,
 * which took two thirds of the processor time of a page.
 */
const headlessShell = async (): Promise<string | undefined> => {
  const named = [process.env.BROWSER_PATH, '/usr/bin/chromium-headless-shell'].find(starts)
  return named ?? packaged()
}

/** The headless shell, or, where there is none, whatever `findBrowser` finds. */
export const findHeadlessBrowser = async (): Promise<Browser> => {
  const path = await headlessShell()
  return starts(path) ? { kind: 'found', path } : findBrowser()
}

/**
 * A Chromium that starts: one of this machine, else the packaged one, else the distribution's (root on Debian), else
 * Playwright's own download.
 */
export const findBrowser = async (): Promise<Browser> => {
  const here = installed.find(starts)
  if (here) return { kind: 'found', path: here }
  for (const fetch of [packaged, fromDistribution, downloaded]) {
    const path = await fetch()
    if (starts(path)) return { kind: 'found', path }
  }
  return {
    kind: 'none',
    sentence:
      'No Chromium could be found or fetched, so the browser journeys cannot run. Install it (Debian: apt-get install chromium) or set BROWSER_PATH to one.',
  }
}
