import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import * as z from 'zod'

const Mails = z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string().optional() }))

const Clock = z.object({ now: z.iso.datetime() })

/** What a page must never say: an error in the console, a refused policy, a failed request of ours. */
const isComplaint = (text: string): boolean =>
  // Amplify's remark on the local pool's address is a warning; the browser's own line for a 4xx answer is no error of ours.
  !/^Failed to load resource: the server responded with a status of 4\d\d/.test(text)

/**
 * `E2E_SLOW=6`: a processor so many times slower, and answers of the API that take up to half a second longer, no two
 * alike. What a journey presumes about the order of things shows itself then.
 */
const slower = Number(process.env.E2E_SLOW ?? 1)
const mostDelayMs = 500
const slowDown = async (context: BrowserContext) => {
  if (slower === 1) return
  const throttle = async (page: Page) => {
    const browser = await context.newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: slower })
  }
  for (const page of context.pages()) await throttle(page)
  context.on('page', throttle)
  await context.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * mostDelayMs))
    await route.continue().catch(() => undefined)
  })
}

/** Writes down what the pages of a context complain about. */
export const watch = async (context: BrowserContext, complaints: string[]) => {
  await slowDown(context)
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && isComplaint(text)) complaints.push(`${message.page()?.url()}: ${text}`)
  })
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`))
}

/**
 * Plain Firefox (`BROWSER_CHANNEL=moz-firefox`): what Playwright fills in at once there is shown by the field and unknown to
 * React, so it is typed, as people do.
 */
const typeInstead = (page: Page) =>
  Reflect.set(Object.getPrototypeOf(page.locator('html')), 'fill', async function (this: Locator, text: string) {
    await this.focus()
    await this.press('ControlOrMeta+a')
    await this.press('Delete')
    await this.pressSequentially(text)
  })

/** A page whose console is watched: any error, or violation of the content security policy, fails the test. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      if (process.env.BROWSER_CHANNEL === 'moz-firefox') context.once('page', typeInstead)
      await watch(context, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/**
 * Resolves when a page has come and stands still: nothing is awaited, and nothing fades or slides any more. Asked again and
 * again, for an animation is not always told of: in what a browser passes over, being far from the window, it ends without
 * a word, as its frames are not made (https://github.com/w3c/csswg-drafts/issues/5611).
 */
const stands = async (page: Page) => {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const ending = () =>
    page.evaluate(() => {
      const isEnding = ({ effect, playState }: Animation) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
      return document.getAnimations().filter(isEnding).length
    })
  await expect.poll(ending).toBe(0)
}

/**
 * Every rule on every element; of what passes, which is most, nothing but the count is written down
 * (https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#options-parameter, "resultTypes").
 */
const brokenRules = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`

/** Fails with the rules that are broken and where. */
export const expectAccessible = async (page: Page, { loading = false } = {}) => {
  if (!loading) await stands(page)
  // Nothing is looked at within frames: no page has one.
  expect(page.frames()).toHaveLength(1)
  // Half a megabyte, which a document keeps as long as it is open.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  expect(z.array(z.string()).parse(await page.evaluate(brokenRules))).toEqual([])
}

/** In the light and in the dark: the page is the same one, its colours are not. It stays in the dark. */
export const expectAccessibleInBoth = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

/** The page is not wider than its window. */
export const expectNoSidewaysScroll = async (page: Page) => {
  await stands(page)
  // A wall of photos is laid out anew in a frame after its width has changed.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
}

/** 1, 2, 3 and so on, as many as told. */
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Neither of the two faults that any page can have. */
export const expectSound = async (page: Page) => {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

/** Every mail to an address, oldest first, from the local outbox. */
export const mailsTo = async (page: Page, to: string) => {
  const answer = await page.request.get('/__local/api/outbox')
  return Mails.parse(await answer.json()).filter((each) => each.to.includes(to))
}

/** The newest mail to an address. */
export const newestMail = async (page: Page, to: string) => {
  const mail = (await mailsTo(page, to)).at(-1)
  if (!mail) throw new Error(`No mail went to ${to}.`)
  return mail
}

type Sought = { subject?: RegExp; text?: RegExp; count?: number }
/**
 * Waits until so many mails of a subject and a text have come to an address, one where nothing else is told, and answers
 * them, oldest first. Mails leave by the minute, and in no promised order; other journeys move the same clock.
 */
export const mailed = async (page: Page, to: string, { subject = /^/, text = /^/, count = 1 }: Sought = {}) => {
  const found = async () =>
    (await mailsTo(page, to)).filter((mail) => subject.test(mail.subject) && text.test(mail.text ?? ''))
  await expect
    .poll(async () => {
      await advanceHours(page, 0.05)
      return (await found()).length
    })
    .toBe(count)
  return found()
}

/** Moves the local clock; resolves when all that fell due is done. */
export const advanceHours = async (page: Page, hours: number) => {
  const answer = await page.request.post('/__local/api/clock/advance', { data: { hours } })
  expect(answer.ok()).toBe(true)
}

/** Moves the local clock on to the next noon (UTC), far from the midnights of London; answers the day as `2030-06-14`. */
export const advanceToNoon = async (page: Page): Promise<string> => {
  const answer = await page.request.get('/__local/api/clock')
  const { now } = Clock.parse(await answer.json())
  const noon = new Date(now)
  noon.setUTCHours(12, 0, 0, 0)
  if (noon.toISOString() <= now) noon.setUTCDate(noon.getUTCDate() + 1)
  await advanceHours(page, (noon.getTime() - Date.parse(now)) / 3_600_000)
  return noon.toISOString().slice(0, 10)
}

/** Resolves when no webhook, message or mail is on its way any more. */
export const settle = (page: Page) => advanceHours(page, 1 / 3_600_000)

/** Opens a page that the application has taken over: before, a link leads to its address by the browser itself. */
export const openAnswering = async (page: Page) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect(page.getByRole('button', { name: 'Switch to light' })).toBeVisible()
}

/**
 * Resolves when a page keeps what is pressed, and does it once the application runs: its first script is there. What is
 * pressed before that is lost, as after a link that the browser followed by itself.
 */
export const takesPresses = (page: Page) => page.waitForLoadState('load')

/** Resolves when a page has its typefaces, which come after its first picture and lay its text out anew. */
export const expectTypefaces = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const states = [...document.fonts].map(({ status }) => status)
        return states.includes('loaded') && !states.includes('loading')
      }),
    )
    .toBe(true)

/**
 * Goes to the end of a page until what is fetched as its end comes near is there. Whoever sees nothing come scrolls once
 * more.
 */
export const scrollToEnd = (page: Page, isThere: () => Promise<void>) =>
  expect(async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await isThere()
  }).toPass()

export const demoPhoto = (file: string) => `local/seed/photos/${file}`

export const signIn = async (page: Page, email: string, password = 'darkroom') => {
  await page.goto('/auth')
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
}

/** Pays on the card page of the provider's stand-in. */
export const payByCard = async (page: Page, number = '4242 4242 4242 4242') => {
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  await page.getByLabel(/card number/i).fill(number)
  await page.getByLabel(/expir/i).fill('12 / 34')
  await page.getByLabel(/cvc|security code/i).fill('123')
  await page.getByRole('button', { name: /^Pay £/ }).click()
}
