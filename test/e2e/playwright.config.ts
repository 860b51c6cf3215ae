import { defineConfig, devices } from '@playwright/test'

/**
 * Systems that run already, their addresses parted by commas; without any the tests start one. Journeys share a market's
 * clock, so each worker has a market to itself: Playwright reads this file in each, which knows its number there
 * (https://playwright.dev/docs/api/class-workerinfo).
 */
const running = process.env.E2E_URL?.split(',')
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
const port = Number(process.env.E2E_PORT ?? 4310)
const state = process.env.E2E_STATE ?? '.local/e2e'
/** What takes longer on a slow device may take longer; see `support/market.ts`. */
const patience = process.env.E2E_SLOW ? 3 : 1

/** Another engine than Chromium, with Playwright's own build of it: `firefox` or `webkit` (`playwright install`). */
const engine = process.env.E2E_ENGINE ?? 'chromium'
const machines = {
  chromium: { desktop: devices['Desktop Chrome'], phone: devices['Pixel 7'] },
  // Firefox plays no phone: a small screen that is touched.
  firefox: { desktop: devices['Desktop Firefox'], phone: { ...devices['Desktop Firefox'], hasTouch: true } },
  webkit: { desktop: devices['Desktop Safari'], phone: devices['iPhone 15'] },
}
const machine = engine === 'firefox' || engine === 'webkit' ? machines[engine] : machines.chromium

/** Journeys in a real browser against the whole local system, seeded, with the production build of the site. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  // Only Chromium can be told to drop a folder, and lets a page watch one.
  ...(engine !== 'chromium' && { grepInvert: /folders, dropped and chosen|a watched folder/ }),
  // Whoever has done with a file takes the next one.
  workers: running?.length ?? 1,
  retries: 0,
  // Three markets and their browsers share two cores, with whatever else runs there.
  timeout: 180_000 * patience,
  expect: { timeout: 30_000 * patience },
  reporter: [['list']],
  use: {
    baseURL: running?.[worker] ?? `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // `moz-firefox`: Firefox as people have it, by WebDriver BiDi (scripts/outside/parts/firefox.ts).
    ...(process.env.BROWSER_CHANNEL && { channel: process.env.BROWSER_CHANNEL }),
    // The local sign-in pages have a certificate of their own making.
    ignoreHTTPSErrors: true,
    // A trace of everything takes a third of the time: `--trace on` where a journey has to be looked into.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.BROWSER_PATH && { executablePath: process.env.BROWSER_PATH }),
      ...(engine === 'chromium' && {
        args: [
          '--no-sandbox',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          '--no-first-run',
          // Software that plays a graphics card is slower than the processor's own drawing.
          '--disable-gpu',
        ],
      }),
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...machine.desktop, viewport: { width: 1280, height: 800 } },
      testIgnore: /\.phone\.spec\.ts$/,
    },
    {
      name: 'phone',
      use: {
        ...machine.phone,
        ...(engine === 'firefox' && { viewport: { width: 390, height: 844 } }),
        colorScheme: 'dark',
      },
      testMatch: /\.phone\.spec\.ts$|every-route\.spec\.ts$/,
    },
  ],
  ...(running === undefined && {
    webServer: {
      command: `node local/start.ts --fresh --no-edge --no-numbers --port ${port} --state ${state}`,
      cwd: '../..',
      // It answers from the first second; the demo market has been lived through when it says so.
      wait: { stdout: /\(up in [\d.]+ s\)/ },
      timeout: 300_000,
      gracefulShutdown: { signal: 'SIGINT', timeout: 10_000 },
      stdout: 'ignore',
      stderr: 'pipe',
    },
  }),
})
