import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { SettingsPage } from '#frontend/features/accounts/settings-page.tsx'
import type { AuthClient, SessionUser } from '#frontend/shared/session/auth-client.ts'
import { api } from '#schema/api/all.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { endpoints } = api.profiles
const page = (
  <Routes>
    <Route path="/settings" element={<SettingsPage />} />
    <Route path="*" element={null} />
  </Routes>
)
type Given = { who?: SessionUser; client?: Partial<AuthClient> }
const setup = ({ who = ada, client = {} }: Given = {}) => {
  mockEndpoint(endpoints.me, anOwnProfile())
  renderPage(page, { at: '/settings', user: who, client: fakeAuthClient(who, client) })
  return userEvent.setup()
}
const passwords = async (user: ReturnType<typeof userEvent.setup>, [current, next, again]: readonly string[]) => {
  await user.type(await screen.findByLabelText('Current Password'), current ?? '')
  await user.type(screen.getByLabelText('New Password'), next ?? '')
  await user.type(screen.getByLabelText('Confirm Password'), again ?? '')
}

test.each([
  [/Photographer account/, { isPhotographer: false }],
  [/Email notifications/, { emailNotifications: false }],
  [/Public profile/, { isPublic: false }],
])('the switch %s saves itself', async (name, change) => {
  const user = setup()
  const update = mockEndpoint(endpoints.update, anOwnProfile(change))

  await user.click(await screen.findByRole('switch', { name }))

  await waitFor(() => expect(update.requests.map((request) => request.body)).toEqual([{ version: 7, ...change }]))
})

test('a switch that could not be saved says so and turns back', async () => {
  const user = setup()
  mockEndpoint(endpoints.update, { refuse: 'unavailable' })

  await user.click(await screen.findByRole('switch', { name: /Public profile/ }))

  expect(await screen.findByText('Failed to update settings')).toBeDefined()
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /Public profile/ }).checked).toBe(true),
  )
})

test('the button waits for both new passwords', async () => {
  const user = setup()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update Password' })

  expect(button.disabled).toBe(true)
  await passwords(user, ['old', 'brand-new', 'b'])
  expect(button.disabled).toBe(false)
})

test.each([
  [['old', 'brand-new', 'other'], 'Passwords do not match'],
  [['old', '12345', '12345'], 'Password must be at least 6 characters long'],
] as const)('%j is refused: %s', async (typed, sentence) => {
  const changes: unknown[] = []
  const user = setup({ client: { changePassword: async (change) => void changes.push(change) } })

  await passwords(user, typed)
  await user.click(screen.getByRole('button', { name: 'Update Password' }))

  expect((await screen.findAllByText(sentence)).length).toBeGreaterThanOrEqual(1)
  expect(changes).toEqual([])
})

test('the current password goes along with the new one', async () => {
  const changes: unknown[] = []
  const user = setup({ client: { changePassword: async (change) => void changes.push(change) } })

  await passwords(user, ['old', 'brand-new', 'brand-new'])
  await user.click(screen.getByRole('button', { name: 'Update Password' }))

  expect(await screen.findByText('Password updated')).toBeDefined()
  expect(changes).toEqual([{ current: 'old', next: 'brand-new' }])
  expect(screen.getByLabelText<HTMLInputElement>('New Password').value).toBe('')
})

test('a wrong current password says so', async () => {
  const user = setup({
    client: {
      changePassword: async () => {
        throw new Error('Incorrect username or password.')
      },
    },
  })

  await passwords(user, ['wrong', 'brand-new', 'brand-new'])
  await user.click(screen.getByRole('button', { name: 'Update Password' }))

  expect(await screen.findByText('Failed to update password')).toBeDefined()
})

test('who has no password of ours is not asked for one', async () => {
  setup({ who: { ...ada, isGoogleOnly: true } })

  expect(await screen.findByText(/You sign in with Google/)).toBeDefined()
  expect(screen.queryByLabelText('New Password')).toBeNull()
})

test('signing out everywhere ends all sessions', async () => {
  const asked: unknown[] = []
  const user = setup({ client: { signOut: async (options) => void asked.push(options) } })

  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))

  await waitFor(() => expect(asked).toEqual([{ everywhere: true }]))
})

test('deleting the account asks, signs out and sends to support', async () => {
  const user = setup()
  const { requests } = mockEndpoint(api.accounts.endpoints.requestDeletion, undefined)

  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  expect(await screen.findByText('Are you absolutely sure?')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Yes, delete my account' }))

  expect(await screen.findByText('Please contact support to complete account deletion')).toBeDefined()
  expect(screen.getByTestId('address').textContent).toBe('/')
  expect(requests.map(({ body }) => body)).toEqual([{ email: anOwnProfile().email }])
})

test('a deletion that has to wait says why, and nobody is signed out', async () => {
  const left: unknown[] = []
  const user = setup({ client: { signOut: async (options) => void left.push(options) } })
  mockEndpoint(api.accounts.endpoints.requestDeletion, { refuse: 'money_due' })

  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, delete my account' }))

  expect((await screen.findByRole('alert')).textContent).toContain('Money from your sales is still due to you.')
  expect(left).toEqual([])
})
