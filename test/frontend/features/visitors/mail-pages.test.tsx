import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { ConfirmAddressPage } from '#frontend/features/visitors/confirm-address-page.tsx'
import { MailChoicesPage } from '#frontend/features/visitors/mail-choices-page.tsx'
import { standingOf, visitorsFile } from '#frontend/features/visitors/visitors-file.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryVisitor } from '#schema/api/visitors.ts'
import { paths } from '#schema/paths.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { endpoints } = api.visitors
const token = 'a.b'

const opened = (at: string) => {
  renderPage(
    <Routes>
      <Route path={paths.confirmAddress.pattern} element={<ConfirmAddressPage />} />
      <Route path={paths.mailChoices.pattern} element={<MailChoicesPage />} />
    </Routes>,
    { at },
  )
  return userEvent.setup()
}
const press = (name: string) => screen.findByRole('button', { name })

describe('the link that confirms an address', () => {
  test('confirms by a press and not by being opened', async () => {
    const confirm = mockEndpoint(endpoints.confirmAddress, { photographerName: 'Iris Calloway' })
    const user = opened(paths.confirmAddress({ token }))
    const button = await press('Confirm my address')
    expect(confirm.requests).toEqual([])
    await user.click(button)
    expect(await screen.findByText(/Iris Calloway may now write to you/)).toBeDefined()
    expect(confirm.requests).toMatchObject([{ params: { token } }])
  })

  test('that is over says so', async () => {
    mockEndpoint(endpoints.confirmAddress, { refuse: 'link_over' })
    const user = opened(paths.confirmAddress({ token }))
    await user.click(await press('Confirm my address'))
    expect((await screen.findByRole('alert')).textContent).toContain('it is over')
  })
})

describe('the link that unsubscribes', () => {
  const setup = () => {
    let isSubscribed = true
    mockEndpoint(endpoints.mailChoices, () => ({ photographerNames: ['Iris Calloway'], isSubscribed }))
    const turn = (to: boolean) => () => {
      isSubscribed = to
      return undefined
    }
    return {
      unsubscribe: mockEndpoint(endpoints.unsubscribe, turn(false)),
      resubscribe: mockEndpoint(endpoints.resubscribe, turn(true)),
      forget: mockEndpoint(endpoints.forget, turn(false)),
      user: opened(paths.mailChoices({ token })),
    }
  }

  test('ends a photographer’s mails by a press, and takes it back', async () => {
    const { user, unsubscribe, resubscribe } = setup()
    const button = await press('Unsubscribe')
    expect(screen.getByText(/mails on behalf of Iris Calloway/)).toBeDefined()
    expect(unsubscribe.requests).toEqual([])
    await user.click(button)
    await user.click(await press('Write to me again'))
    await press('Unsubscribe')
    expect([unsubscribe, resubscribe].map((sent) => sent.requests.length)).toEqual([1, 1])
  })

  const asked = async () => within(await screen.findByRole('alertdialog', { name: 'Delete your address?' }))

  test('deletes the address as well, once it has said what goes with it', async () => {
    const { user, forget } = setup()
    await user.click(await press('Unsubscribe'))
    await user.click(await press('Delete my address'))
    const question = await asked()
    expect(question.getByText(/list of visitors of Iris Calloway, favourites .* the cart .* mails/)).toBeDefined()
    expect(forget.requests).toEqual([])
    await user.click(question.getByRole('button', { name: 'Delete my address' }))
    expect(await screen.findByText(/Your address was deleted/)).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(forget.requests).toHaveLength(1)
  })

  test('deletes nothing when that is cancelled, and says why where it is refused', async () => {
    const { user, forget } = setup()
    await user.click(await press('Unsubscribe'))
    await user.click(await press('Delete my address'))
    await user.click((await asked()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(forget.requests).toEqual([])
    mockEndpoint(endpoints.forget, { refuse: 'link_over' })
    await user.click(await press('Delete my address'))
    await user.click((await asked()).getByRole('button', { name: 'Delete my address' }))
    expect((await screen.findByRole('alert')).textContent).toContain('it is over')
    expect(await press('Delete my address')).toBeDefined()
  })
})

describe('the list of visitors as a file', () => {
  const visitor: GalleryVisitor = {
    email: '=ada@example.com',
    firstAt: '2030-01-01T10:00:00.000Z',
    lastAt: '2030-01-02T10:00:00.000Z',
    consentAt: '2030-01-01T10:00:00.000Z',
    consentVersion: '2026-11',
    consentConfirmedAt: null,
    confirmedAt: '2030-01-01T10:00:00.000Z',
    unsubscribedAt: null,
    wantsClosing: true,
  }

  test('says how each stands to mails', () => {
    expect(standingOf(visitor)).toBe('Consent, not confirmed')
    expect(standingOf({ ...visitor, consentConfirmedAt: visitor.lastAt })).toBe('Consent, confirmed')
    expect(standingOf({ ...visitor, consentAt: null })).toBe('No consent')
    expect(standingOf({ ...visitor, unsubscribedAt: visitor.lastAt })).toBe('Unsubscribed')
  })

  test('has a line for each, and no cell that a spreadsheet takes for a formula', () => {
    const lines = visitorsFile([visitor]).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).not.toMatch(/^"?=/)
  })
})
