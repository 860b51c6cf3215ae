import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { agree } from './support/agree.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/market.ts'
import { takeRacePhotos } from './support/sale.ts'
import { entriesOf } from './support/zip.ts'

const bytesOfALargeFile = 90_000_000

/** Three photos of the race, for nothing. */
const buy = async (page: Page) => {
  await takeRacePhotos(page, 3)
  await page.getByLabel(/discount code/i).fill('OPENING-NIGHT')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByLabel(/full name/i).fill('Oskar Lind')
  await page.getByRole('textbox', { name: /email/i }).fill(`oskar-${Date.now().toString(36)}@example.com`)
  await agree(page)
  await page.getByRole('button', { name: /Complete|Proceed/ }).click()
  await expect(page.getByRole('heading', { name: 'Your Photos' })).toBeVisible()
}

test('a buyer on a phone saves her photos into its library', async ({ page }) => {
  // A headless browser has neither a library nor a sheet: what the page hands over is kept instead.
  await page.addInitScript(() => {
    Object.assign(window, { handedOver: [] })
    Object.defineProperty(navigator, 'canShare', { value: () => true })
    Object.defineProperty(navigator, 'share', {
      value: async ({ files = [] }: ShareData) => {
        const handed: unknown = Reflect.get(window, 'handedOver')
        if (Array.isArray(handed)) handed.push(...files.map(({ type, size }) => `${type} ${size > 10_000}`))
      },
    })
  })
  await buy(page)
  await expect(page.getByRole('button', { name: 'Web size' })).toHaveAttribute('aria-pressed', 'true')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Prepare 3 photos' }).click()
  await page.getByRole('button', { name: 'Save 3 photos' }).click()
  await expect(page.getByText('3 of 3 photos saved')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'handedOver'))).toEqual(Array(3).fill('image/jpeg true'))
})

/** Has an order packed by the server; answers the button that saves its zip. */
const packed = async (page: Page) => {
  // The market's photos are small: the page is told that these are not, and what it then asks for is real.
  await page.route('**/api/orders/ord_*', async (route) => {
    const answer = await route.fetch()
    const order = await answer.json()
    for (const item of order.items) item.bytes = bytesOfALargeFile
    await route.fulfill({ response: answer, json: order })
  })
  await buy(page)
  await page.getByRole('button', { name: 'Download All (Original)' }).click()
  const ready = page.getByRole('button', { name: /^Download the zip/ })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  return ready
}

const expectThreePhotos = (zip: Buffer) => {
  const files = entriesOf(zip)
  expect(files).toHaveLength(3)
  for (const { bytes } of files) {
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  }
}

test('a large order is packed by the server and comes as one file', async ({ page }) => {
  const ready = await packed(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), ready.click()])
  expect(download.suggestedFilename()).toMatch(/^darkslide-DS-\w+-original\.zip$/)
  expectThreePhotos(await readFile(await download.path()))
})

test('a zip that breaks off half-way goes on from where it stopped, and is whole', async ({ page }) => {
  const ready = await packed(page)
  const [answer, download] = await Promise.all([
    page.waitForResponse(/\/parts\/1\/download$/),
    page.waitForEvent('download'),
    ready.click(),
  ])
  await download.cancel()
  const { url } = await answer.json()
  const { got, total, status, range, whole } = await page.evaluate(async (address: string) => {
    const first = await fetch(address, { credentials: 'omit' })
    const total = Number(first.headers.get('content-length'))
    const reader = first.body?.getReader()
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let got = 0
    while (reader && got < total / 2) {
      const { value } = await reader.read()
      if (!value) break
      const wanted = value.slice(0, Math.ceil(total / 2) - got)
      chunks.push(wanted)
      got += wanted.length
    }
    await reader?.cancel()
    // As browsers go on: the same file, which its tag says, from the first byte that is missing (RFC 9110, 13.1.5 and 14.2).
    const headers = { range: `bytes=${got}-`, 'if-range': first.headers.get('etag') ?? '' }
    const rest = await fetch(address, { credentials: 'omit', cache: 'no-store', headers })
    const blob = new Blob([...chunks, await rest.blob()])
    const text = await new Promise<string>((resolve) => {
      const into = new FileReader()
      into.onload = () => resolve(String(into.result))
      into.readAsDataURL(blob)
    })
    const range = rest.headers.get('content-range')
    return { got, total, status: rest.status, range, whole: text.slice(text.indexOf(',') + 1) }
  }, String(url))
  const zip = Buffer.from(whole, 'base64')
  expect(got).toBe(Math.ceil(total / 2))
  expect(status).toBe(206)
  expect(range).toBe(`bytes ${got}-${total - 1}/${total}`)
  expect(zip).toHaveLength(total)
  expectThreePhotos(zip)
})
