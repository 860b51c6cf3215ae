import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ContactPage } from '#frontend/features/legal/contact-page.tsx'
import { PrivacyPage } from '#frontend/features/legal/privacy-page.tsx'
import { TermsPage } from '#frontend/features/legal/terms-page.tsx'
import type { Installation } from '#schema/installation.ts'
import { unnamedTrader } from '#schema/trader.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const unset: Installation = {
  supportAddress: 'help@photos.example',
  trader: unnamedTrader,
  terms: null,
  privacy: null,
}
const installation = (changes: Partial<Installation> = {}) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...unset, ...changes })))
const mustReplace = /must replace it by their own/

test.each([
  ['terms', <TermsPage key="terms" />, 'Delivery and cancelling'],
  ['privacy', <PrivacyPage key="privacy" />, 'Your rights'],
] as const)('%s as delivered have their headings and say that they must be replaced', async (_name, page, heading) => {
  installation()
  renderPage(page, { at: '/terms' })

  expect(await screen.findByRole('heading', { name: heading, level: 2 })).toBeTruthy()
  expect(screen.getByText(mustReplace)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact')
})

test('the privacy notice as delivered says what a RAW file keeps, as the upload page does', async () => {
  installation()
  renderPage(<PrivacyPage />, { at: '/privacy' })

  expect(await screen.findByText(/a RAW file keeps its camera’s own notes, which may hold/)).toBeTruthy()
})

test('the operator’s own words stand there as text, with their headings, and nothing of ours', async () => {
  installation({ terms: '# Our terms\r\nBe kind,\r\nand pay.\r\n\r\n<b>No markup</b>\n\n#hash is no heading' })
  renderPage(<TermsPage />, { at: '/terms' })

  expect(await screen.findByRole('heading', { name: 'Our terms' })).toBeTruthy()
  expect(screen.getByText('Be kind, and pay.')).toBeTruthy()
  expect(screen.getByText('<b>No markup</b>')).toBeTruthy()
  expect(screen.getByText('#hash is no heading')).toBeTruthy()
  expect(screen.queryByText(mustReplace)).toBeNull()
})

test('privacy, too, is the operator’s own words where they have some', async () => {
  installation({ privacy: '# What we keep\nNothing.' })
  renderPage(<PrivacyPage />, { at: '/privacy' })

  expect(await screen.findByRole('heading', { name: 'What we keep' })).toBeTruthy()
  expect(screen.getByText('Nothing.')).toBeTruthy()
  expect(screen.queryByText(mustReplace)).toBeNull()
})

test('the contact page names who runs the site, as far as they said', async () => {
  installation({
    trader: {
      name: 'Quay Pictures Ltd',
      address: '1 Quay Street, Bristol BS1 4DA',
      companyNumber: '01234567',
      vat: { number: 'GB 123 4567 89', percent: 20 },
    },
  })
  renderPage(<ContactPage />, { at: '/contact' })

  const address = await screen.findByRole('link', { name: 'help@photos.example' })
  expect(address.getAttribute('href')).toBe('mailto:help@photos.example')
  for (const detail of ['Quay Pictures Ltd', '1 Quay Street, Bristol BS1 4DA', '01234567', 'GB 123 4567 89'])
    expect(screen.getByText(detail)).toBeTruthy()
})

test('who has not said who they are is not made up', async () => {
  installation()
  renderPage(<ContactPage />, { at: '/contact' })

  expect(await screen.findByText('Whoever runs this site has not said yet who they are.')).toBeTruthy()
  expect(screen.queryByText('Company number')).toBeNull()
})

test('without a connection the page says so, and loads when it is tried again', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  renderPage(<ContactPage />, { at: '/contact' })

  const again = await screen.findByRole('button', { name: 'Try again' })
  installation()
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: 'help@photos.example' })).toBeTruthy()
})
