import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { templates } from '#functions/mail/templates/all.ts'
import { paths } from '#schema/paths.ts'
import { findBrowser } from './browser.ts'
import { samples, trader, unsubscribable } from './mails/samples.ts'

/** A picture of every mail, phone and desktop, into `docs/mails/`. To be looked at before a mail is called done. */

const screens = [
  { name: 'desktop', width: 720 },
  { name: 'phone', width: 390 },
] as const

const unsubscribePage = `https://darkslide.example${paths.mailChoices({ token: 'eyJvZiI6ImFjYyJ9' })}`
const folder = join(import.meta.dirname, '../docs/mails')
const browser = await findBrowser()
if (browser.kind === 'none') throw new Error(browser.sentence)
const chrome = await chromium.launch({ executablePath: browser.path, args: ['--no-sandbox'] })
await mkdir(folder, { recursive: true })

for (const { name: screen, width } of screens) {
  const context = await chrome.newContext({ viewport: { width, height: 400 }, javaScriptEnabled: false, offline: true })
  const page = await context.newPage()
  for (const [name, data] of Object.entries(samples)) {
    const template = Object.entries(templates).find(([each]) => each === name)?.[1]
    const choices = unsubscribable.has(name) ? unsubscribePage : undefined
    await page.setContent(template?.render(data, trader, choices)?.html ?? '')
    await page.screenshot({ path: join(folder, `${name}-${screen}.jpg`), type: 'jpeg', quality: 70, fullPage: true })
  }
  await context.close()
}

await chrome.close()
