import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { SignInAgain } from '#frontend/features/accounts/sign-in-again.tsx'
import { grantOf, keepGrant } from '#frontend/shared/api/grants.ts'
import { noteOpened, openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import type { AuthClient } from '#frontend/shared/session/auth-client.ts'
import { RequireSession } from '#frontend/shared/session/require-session.tsx'
import { useSession } from '#frontend/shared/session/session.tsx'
import { galleryId, orderId } from '#test/support/frontend/builders.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const ada = { userId: '11111111-1111-4111-8111-111111111111', email: 'ada@example.com' }
const guarded = (
  <RequireSession whenEnded={<SignInAgain />}>
    <label>
      Note <input />
    </label>
  </RequireSession>
)
const page = (
  <Routes>
    <Route path="/upload" element={guarded} />
    <Route path="*" element={null} />
  </Routes>
)
const address = () => screen.getByTestId('address').textContent

test('a stranger is sent to sign in', async () => {
  renderPage(page, { at: '/upload' })

  await waitFor(() => expect(address()).toBe('/auth'))
})

test('a session that ended asks for the password again and keeps what was typed', async () => {
  const client = fakeAuthClient(ada)
  const user = userEvent.setup()
  renderPage(page, { at: '/upload', user: ada, client })
  await user.type(await screen.findByLabelText('Note'), 'Half a title')

  act(() => client.tell({ ended: true }))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe('ada@example.com')
  await user.type(screen.getByLabelText(/^Password/), 'secret')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Half a title')
  expect(address()).toBe('/upload')
})

test('whoever closes the dialog of an ended session is signed out', async () => {
  const client = fakeAuthClient(ada)
  const user = userEvent.setup()
  renderPage(page, { at: '/upload', user: ada, client })
  await screen.findByLabelText('Note')

  act(() => client.tell({ ended: true }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))

  await waitFor(() => expect(address()).toBe('/auth'))
})

test('a kept session that cannot be reached is not sent to sign in, and opens when the connection is back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const currentUser = vi.fn<AuthClient['currentUser']>().mockRejectedValueOnce(new Error('NetworkError'))
  currentUser.mockResolvedValue(ada)
  renderPage(page, { at: '/upload', user: ada, client: fakeAuthClient(ada, { currentUser }) })

  expect(await screen.findByText('Your account could not be reached')).toBeTruthy()
  expect(address()).toBe('/upload')
  act(() => void dispatchEvent(new Event('online')))

  expect(await screen.findByLabelText('Note')).toBeTruthy()
})

test('whoever signs out in another tab is signed out in this one', async () => {
  const client = fakeAuthClient(ada)
  renderPage(page, { at: '/upload', user: ada, client })
  await screen.findByLabelText('Note')

  act(() => client.tell({}))

  await waitFor(() => expect(address()).toBe('/auth'))
})

test('with whoever signs out go the grants and the orders that were opened to be paid: the next may use this browser', async () => {
  const client = fakeAuthClient(ada)
  renderPage(page, { at: '/upload', user: ada, client })
  await screen.findByLabelText('Note')
  noteOpened(orderId(1))
  keepGrant(galleryId(1), { grant: 'owner', expiresAt: '2999-01-01T00:00:00.000Z' })

  act(() => client.tell({}))

  await waitFor(() => expect(grantOf(galleryId(1))).toBeUndefined())
  expect(openedOrders()).toEqual([])
})

test('using the session outside its provider throws', () => {
  expect(() => renderHook(() => useSession())).toThrow('useSession must be used within a SessionProvider')
})
