import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { expect, expectAccessible, mailed, payByCard } from './support/market.ts'
import { test } from './support/studio.ts'
import { filesOf } from './support/zip.ts'

const run = Date.now().toString(36)
const target = 20
const titles = Array.from({ length: target + 2 }, (_, index) => `Frame ${String(index + 1).padStart(2, '0')}`)
const sessions = `${paths.dashboard()}?tab=proofing`
const count = (page: Page, status: string) => page.getByTestId(`count-${status}`)
const deadline = '2099-12-31T18:00'

test('a client chooses twenty by key and buys them; the photographer takes the choice home to Lightroom', async ({
  owner,
  page,
  studio,
}) => {
  test.slow()
  const [client, title] = [`client-${run}@example.com`, `The twenty ${run}`]
  await studio.hang({
    title: `Wedding ${run}`,
    isPublic: false,
    accessCode: 'ABCD1234',
    pricePence: 500,
    photos: titles.map((each) => ({ title: each, width: 90, height: 60 })),
  })
  const card = owner.getByRole('article').filter({ hasText: title })

  await test.step('the photographer asks for twenty', async () => {
    await owner.goto(sessions)
    await owner.getByRole('button', { name: 'Create Proof Session' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create Session' }).click()
    await expect(owner.getByText('Please fill in all required fields.').first()).toBeVisible()
    await dialog.getByLabel(/^Gallery/).selectOption({ label: `Wedding ${run}` })
    await dialog.getByLabel(/^Title/).fill(title)
    await dialog.getByLabel(/^Client Email/).fill(client)
    await dialog.getByLabel(/^Description/).fill('Twenty for the album, please.')
    await dialog.getByLabel(/^Photos to choose/).fill(String(target))
    await dialog.getByRole('button', { name: 'Create Session' }).click()
    await expect(owner.getByText('Proof session created successfully!')).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(owner.getByText('Proof session link copied to clipboard.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(card.getByText('Pending', { exact: true })).toBeVisible()
  })

  const [mail] = await mailed(page, client)
  const link = /https?:\/\/\S+\/proof\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''

  await test.step('the client approves nineteen by key, and says a word about one', async () => {
    await page.goto(link)
    await expect(page.getByText('Twenty for the album, please.')).toBeVisible()
    await expect(page.getByText(`Choose ${target}`)).toBeVisible()
    await page.getByLabel('Feedback on Frame 01').fill('This one for the cover & the back.')
    await page.getByRole('button', { name: 'Open Frame 01' }).focus()
    for (let n = 1; n < target; n++) {
      await page.keyboard.press('1')
      await expect(count(page, 'approved')).toHaveText(String(n))
      await page.keyboard.press('ArrowRight')
    }
    await page.reload()
    await expect(count(page, 'approved')).toHaveText(String(target - 1))
    await expect(page.getByLabel('Feedback on Frame 01')).toHaveValue('This one for the cover & the back.')
  })

  await test.step('the photographer sees it fill up', async () => {
    // The client’s page counts a decision at once, and sends it after that.
    await expect(async () => {
      await owner.reload()
      await expect(card.getByText(`Approved ${target - 1}`)).toBeVisible({ timeout: 8_000 })
    }).toPass()
    await expect(card.getByText('In Review')).toBeVisible()
  })

  await test.step('twenty is the end; the others are let go, and the review is finished', async () => {
    const approve = (name: string) => page.getByRole('button', { name: `Approve ${name}`, exact: true }).click()
    await approve('Frame 20')
    await expect(count(page, 'approved')).toHaveText(String(target))
    await approve('Frame 21')
    await expect(page.getByText('One too many')).toBeVisible()
    await expect(count(page, 'approved')).toHaveText(String(target))
    await page.getByRole('button', { name: 'Maybe Frame 21', exact: true }).click()
    await expect(count(page, 'maybe')).toHaveText('1')
    await page.getByRole('button', { name: `Finish with these ${target}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('This review is finished')).toBeVisible()
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the client buys the twenty, without the code of the gallery', async () => {
    await page.getByRole('button', { name: 'Buy my approved photos' }).click()
    await expect(page.getByRole('list', { name: 'Photos in your cart' }).getByRole('listitem')).toHaveCount(target)
    await expect(page.getByTestId('cart-total')).toHaveText('£100.00')
    await page.getByLabel(/full name/i).fill('Hannah Price')
    await page.getByRole('textbox', { name: /email/i }).fill(client)
    await agree(page)
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Your photos' }).getByRole('article')).toHaveCount(target)
  })

  await test.step('the photographer hears of it, and takes names, table and sidecars home', async () => {
    await mailed(page, studio.email, { subject: new RegExp(`^Review completed: ${title}$`) })
    await owner.reload()
    await expect(card.getByText('Completed')).toBeVisible()
    await card.getByRole('button', { name: 'View choice' }).click()
    await owner.getByRole('button', { name: 'Copy file names' }).click()
    await expect(owner.getByText(`${target} file names of approved photos.`)).toBeVisible()
    const names = await owner.evaluate(() => navigator.clipboard.readText())
    expect(names.split('\n').toSorted()).toEqual(
      titles
        .slice(0, target)
        .map((each) => `${each}.jpg`)
        .toSorted(),
    )

    const save = async (name: string) => {
      const [download] = await Promise.all([
        owner.waitForEvent('download'),
        owner.getByRole('button', { name, exact: true }).click(),
      ])
      return readFile(await download.path())
    }
    const rows = (await save('CSV')).toString('utf8').trim().split(/\r?\n/)
    expect(rows).toHaveLength(titles.length + 1)
    expect(rows.find((row) => row.startsWith('Frame 01.jpg'))).toContain('approved,This one for the cover & the back.')
    expect(rows.find((row) => row.startsWith('Frame 22.jpg'))).toContain('rejected')

    const sidecars = filesOf(await save('XMP for Lightroom'))
    expect(sidecars.size).toBe(titles.length)
    const marks = await owner.evaluate(
      (files) =>
        files.map(([name, text]) => {
          const xmp = new DOMParser().parseFromString(text, 'application/xml')
          const [described] = xmp.getElementsByTagNameNS('http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'Description')
          const mark = (key: string) => described?.getAttributeNS('http://ns.adobe.com/xap/1.0/', key) ?? ''
          return [name, `${mark('Rating')} ${mark('Label')}`.trim(), described?.textContent?.trim() ?? '']
        }),
      [...sidecars],
    )
    expect(marks).toContainEqual(['Frame 01.xmp', '5 Green', 'This one for the cover & the back.'])
    expect(marks.filter(([, mark]) => mark === '5 Green')).toHaveLength(target)
    expect(marks).toContainEqual(['Frame 21.xmp', 'Yellow', ''])
    expect(marks).toContainEqual(['Frame 22.xmp', 'Red', ''])
  })

  await test.step('after the last decision the client changes one, and the photographer sees it', async () => {
    await page.goto(link)
    await expect(page.getByText('This review is finished')).toBeVisible()
    const [decided] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/proofs/')),
      page.getByRole('button', { name: 'Maybe Frame 22', exact: true }).click(),
    ])
    expect(decided.status()).toBe(200)
    await expect(count(page, 'maybe')).toHaveText('2')
    await expect(page.getByText('This review is finished')).toBeVisible()
    await owner.reload()
    await expect(owner.getByRole('button', { name: 'Maybe (2)' })).toBeVisible()
    await page.getByRole('button', { name: 'Reject Frame 22', exact: true }).click()
    await expect(count(page, 'maybe')).toHaveText('1')
  })

  await test.step('reopened, the client changes their mind; with more time, and at last without a session', async () => {
    await owner.getByRole('button', { name: 'All sessions' }).click()
    await card.getByRole('button', { name: 'Reopen' }).click()
    await expect(card.getByText('In Review')).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Reject Frame 01', exact: true }).click()
    await expect(count(page, 'approved')).toHaveText(String(target - 1))
    await page.getByRole('button', { name: 'Finish review' }).click()
    await expect(page.getByText('This review is finished')).toBeVisible()

    await owner.reload()
    await card.getByRole('button', { name: 'Reopen' }).click()
    await card.getByRole('button', { name: 'Deadline' }).click()
    await owner.getByRole('dialog').getByLabel('Open until').fill(deadline)
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(card.getByText(/Deadline 31 Dec 2099, 18:00/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/Open until 31 Dec 2099, 18:00/)).toBeVisible()

    await owner.getByRole('button', { name: `Delete ${title}` }).click()
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Delete session' }).click()
    await expect(owner.getByRole('alertdialog')).toBeHidden()
    await expect(card).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Session Not Found' })).toBeVisible()
  })
})
