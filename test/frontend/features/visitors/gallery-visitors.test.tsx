import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { GalleryVisitors } from '#frontend/features/visitors/gallery-visitors.tsx'
import { GalleryVisitor, visitors } from '#schema/api/visitors.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { ofGallery } = visitors.endpoints
const day = '2030-05-01T10:00:00.000Z'
const aVisitor = (email: string, more: Partial<GalleryVisitor> = {}) =>
  GalleryVisitor.parse({
    email,
    firstAt: day,
    lastAt: day,
    consentAt: null,
    consentVersion: null,
    consentConfirmedAt: null,
    confirmedAt: null,
    unsubscribedAt: null,
    wantsClosing: false,
    ...more,
  })
const iris = { userId: 'usr_1', email: 'iris@darkslide.example', name: 'Iris Calloway' }
const show = (asksEmail = true) => {
  const onClose = vi.fn()
  renderPage(<GalleryVisitors gallery={{ id: galleryId(1), title: 'Harbour', asksEmail }} onClose={onClose} />, {
    user: iris,
  })
  return { user: userEvent.setup(), onClose }
}

test('each visitor stands there with what may be written to them', async () => {
  mockEndpoint(ofGallery, {
    items: [
      aVisitor('maya@example.com', { consentAt: day, consentConfirmedAt: day, wantsClosing: true }),
      aVisitor('later@example.com', { consentAt: day, confirmedAt: day }),
      aVisitor('plain@example.com'),
      aVisitor('gone@example.com', { consentAt: day, consentConfirmedAt: day, unsubscribedAt: day }),
    ],
  })
  show()
  const items = await within(await screen.findByRole('list', { name: 'Visitors' })).findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'maya@example.com1 May 2030, asks to be told before it closesConsent, confirmed',
    // The address is theirs; that it was they who agreed, nobody confirmed.
    'later@example.com1 May 2030Consent, not confirmed',
    'plain@example.com1 May 2030No consent',
    'gone@example.com1 May 2030Unsubscribed',
  ])
})

test('more come by a press, and what failed is asked for again', async () => {
  mockEndpoint(ofGallery, { refuse: 'internal' })
  const { user } = show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockEndpoint(ofGallery, ({ query }) =>
    query.cursor === undefined
      ? { items: [aVisitor('one@example.com')], nextCursor: 'second' }
      : { items: [aVisitor('two@example.com')] },
  )
  await user.click(again)
  await screen.findByText('one@example.com')
  expect(screen.queryByText('two@example.com')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('two@example.com')
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test.each([
  [true, 'Nobody has left an address yet.'],
  [false, 'Nobody has left an address yet. You can ask for one in the settings of this gallery.'],
])('where addresses are asked for: %s, none of them is said so', async (asksEmail, sentence) => {
  mockEndpoint(ofGallery, { items: [] })
  show(asksEmail)
  await screen.findByText(sentence)
  expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull()
})
