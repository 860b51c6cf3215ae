import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { SettingsPage } from '#frontend/pages/settings/settings-page.tsx'
import type { AuthClient, SessionUser } from '#frontend/shared/session/auth-client.ts'
import type { Deletion, Export } from '#schema/api/accounts.ts'
import { api } from '#schema/api/all.ts'
import { errors } from '#schema/errors.ts'
import { SumPence } from '#schema/money.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.profiles
const { endpoints: accounts } = api.accounts
const page = (
  <Routes>
    <Route path="/settings" element={<SettingsPage />} />
    <Route path="*" element={null} />
  </Routes>
)
type Given = { who?: SessionUser; client?: Partial<AuthClient>; deletion?: Deletion; exported?: Export }
const nothingYet: Export = { zips: { state: 'none' }, nextAt: null }
const noDeletion: Deletion = { requestedAt: null, waitsFor: [] }
const setup = ({ who = ada, client = {}, deletion = noDeletion, exported = nothingYet }: Given = {}) => {
  mockEndpoint(accounts.export, exported)
  mockEndpoint(accounts.deletion, deletion)
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

test('the switches stand under Account Type, Notifications and Privacy, before Security and Danger Zone', async () => {
  setup()

  await screen.findByRole('button', { name: 'Delete Account' })
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Account Type',
    'Notifications',
    'Privacy',
    'Brand',
    'Security',
    'Your data',
    'Danger Zone',
  ])
})

const tomorrow = '2030-01-02T10:00:00.000Z'
const parts = [
  { part: 1, files: 400, bytes: 1_900_000_000 },
  { part: 2, files: 12, bytes: 40_000_000 },
]
const readyExport: Export = {
  zips: { state: 'ready', parts, missing: 0, added: 0, expiresAt: '2030-01-08T10:00:00.000Z' },
  nextAt: tomorrow,
}

test('everything is exported on a press, once, and the page says how far it is and that a mail comes', async () => {
  const user = setup()
  const start = mockEndpoint(accounts.startExport, { zips: { state: 'none' }, nextAt: null })
  const button = await screen.findByRole('button', { name: 'Export everything' })
  mockEndpoint(accounts.export, { zips: { state: 'making', partsDone: 1, partCount: 4 }, nextAt: tomorrow })

  await user.click(button)

  expect(await screen.findByText(/1 of 4 parts packed.*we will email/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Export everything/ })).toBeNull()
  expect(start.requests).toHaveLength(1)
})

test('an export that is ready can be fetched part by part, by a link that is asked for on the press', async () => {
  const user = setup({ exported: readyExport })
  const link = mockEndpoint(accounts.downloadExport, { refuse: 'zip_gone' })

  await user.click(await screen.findByRole('button', { name: /Download part 2 of 2/ }))

  expect(await screen.findByText(/The download did not start/)).toBeDefined()
  expect(link.requests).toHaveLength(1)
  expect(screen.getByText(/exported once a day/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Export everything/ })).toBeNull()
})

test('an export can be made again on the next day, and beside an account that is being deleted', async () => {
  setup({ exported: { ...readyExport, nextAt: null }, deletion: { requestedAt: tomorrow, waitsFor: [] } })

  expect(await screen.findByRole('button', { name: 'Export everything again' })).toBeDefined()
  expect(await screen.findByText('Your account is being deleted')).toBeDefined()
})

test.each([
  ['could not be made', { zips: { state: 'failed' }, nextAt: tomorrow }],
  ['3 files could not be packed', { ...readyExport, zips: { ...readyExport.zips, missing: 3 } }],
] as const)('an export that is not whole says so: %s', async (words, exported) => {
  setup({ exported })

  expect((await screen.findByText(new RegExp(words))).getAttribute('role')).toBe('alert')
})

test('an export that could not be begun says so, and can be tried again', async () => {
  const user = setup()
  mockEndpoint(accounts.startExport, { refuse: 'unavailable' })

  await user.click(await screen.findByRole('button', { name: 'Export everything' }))

  expect((await screen.findByText(/could not be started/)).getAttribute('role')).toBe('alert')
  expect(screen.getByRole('button', { name: 'Export everything' })).toBeDefined()
})

test('settings that cannot be loaded say so and can be asked for again', async () => {
  mockEndpoint(endpoints.me, { refuse: 'too_many_requests' })
  renderPage(page, { at: '/settings', user: ada })

  expect(await toastOf('Failed to load settings')).toMatchObject({ kind: 'destructive' })
  mockEndpoint(endpoints.me, anOwnProfile())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('switch', { name: /Photographer account/ })).toBeDefined()
})

test('a switch that could not be saved says so and turns back', async () => {
  const user = setup()
  mockEndpoint(endpoints.update, { refuse: 'unavailable' })

  await user.click(await screen.findByRole('switch', { name: /Public profile/ }))

  expect(await toastOf('Failed to update settings')).toMatchObject({ kind: 'destructive' })
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /Public profile/ }).checked).toBe(true),
  )
})

test('a switch keeps the focus while it is saved, and is not turned again meanwhile', async () => {
  const user = setup()
  const { requests } = mockEndpoint(endpoints.update, 'pending')
  const turned = await screen.findByRole('switch', { name: /Public profile/ })

  await user.click(turned)
  await waitFor(() => expect(turned.getAttribute('aria-disabled')).toBe('true'))
  await user.click(turned)

  expect(turned).toHaveProperty('disabled', false)
  expect(document.activeElement).toBe(turned)
  expect(requests).toHaveLength(1)
})

test('the button waits for both new passwords', async () => {
  const user = setup()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update Password' })

  expect(button.disabled).toBe(true)
  await user.type(screen.getByLabelText('New Password'), 'brand-new')
  expect(button.disabled).toBe(true)
  await user.clear(screen.getByLabelText('New Password'))
  await user.type(screen.getByLabelText('Confirm Password'), 'b')
  expect(button.disabled).toBe(true)
  await user.clear(screen.getByLabelText('Confirm Password'))
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

  expect(await toastOf(sentence)).toMatchObject({ kind: 'destructive' })
  expect(changes).toEqual([])
})

test('passwords that do not match are mended at either field', async () => {
  const user = setup({ client: {} })
  await passwords(user, ['old', 'brand-new', 'brand-now'])
  await user.click(screen.getByRole('button', { name: 'Update Password' }))
  const confirmation = screen.getByLabelText('Confirm Password')
  await waitFor(() => expect(confirmation.getAttribute('aria-invalid')).toBe('true'))

  await user.type(screen.getByLabelText('New Password'), '{Backspace}{Backspace}ow')

  expect(confirmation.getAttribute('aria-invalid')).not.toBe('true')
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

const refusing = (name: string, message: string) => async () => {
  throw Object.assign(new Error(message), { name })
}

test('a wrong current password says so, and its field is marked and has the focus', async () => {
  const user = setup({
    client: { changePassword: refusing('NotAuthorizedException', 'Incorrect username or password.') },
  })

  await passwords(user, ['wrong', 'brand-new', 'brand-new'])
  await user.click(screen.getByRole('button', { name: 'Update Password' }))

  expect(await toastOf('Failed to update password')).toEqual({
    kind: 'destructive',
    description: 'This is not your current password.',
  })
  const field = screen.getByLabelText('Current Password')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('This is not your current password.', { selector: '[id*=error]' })).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test.each(['Password attempts exceeded', 'Access Token has been revoked'])(
  'a password that is not changed because of “%s” blames no field',
  async (message) => {
    const user = setup({ client: { changePassword: refusing('NotAuthorizedException', message) } })

    await passwords(user, ['old', 'brand-new', 'brand-new'])
    await user.click(screen.getByRole('button', { name: 'Update Password' }))

    expect(await toastOf('Failed to update password')).toEqual({ kind: 'destructive', description: message })
    expect(screen.getByLabelText('Current Password').getAttribute('aria-invalid')).not.toBe('true')
  },
)

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

const askToDelete = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  expect(await screen.findByText('Are you absolutely sure?')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Yes, delete my account' }))
}
const requestedAt = '2030-01-01T10:00:00.000Z'

test('deleting the account asks, signs out everywhere and sends to support', async () => {
  const left: unknown[] = []
  const user = setup({ client: { signOut: async (options) => void left.push(options) } })
  const { requests } = mockEndpoint(accounts.requestDeletion, { requestedAt, waitsFor: [] })

  await askToDelete(user)

  expect(await toastOf('Signed out')).toEqual({
    kind: 'info',
    description: 'Please contact support to complete account deletion',
  })
  expect(screen.getByTestId('address').textContent).toBe('/')
  expect(requests.map(({ body }) => body)).toEqual([{ email: anOwnProfile().email }])
  expect(left).toEqual([{ everywhere: true }])
})

test('a deletion that has to wait signs out as well, and says why it waits', async () => {
  const user = setup()
  const waitsFor = [{ reason: 'money_due' as const, amountPence: SumPence.parse(1_350) }]
  mockEndpoint(accounts.requestDeletion, { requestedAt, waitsFor })

  await askToDelete(user)

  const told = await screen.findByText(/^Please contact support to complete account deletion\. /)
  expect(told.textContent).toContain('Money from your sales is still due to you.')
  expect(screen.getByTestId('address').textContent).toBe('/')
})

test('a wish that could not be recorded says so, and nobody is signed out', async () => {
  const left: unknown[] = []
  const user = setup({ client: { signOut: async (options) => void left.push(options) } })
  mockEndpoint(accounts.requestDeletion, { refuse: 'unavailable' })

  await askToDelete(user)

  const { kind, description } = await toastOf('Failed to initiate account deletion')
  expect(kind).toBe('destructive')
  expect(description).toBe(errors.unavailable[1])
  expect(left).toEqual([])
})

test('who signs in again sees what the deletion waits for', async () => {
  const waitsFor = [
    { reason: 'dispute_open' as const, amountPence: SumPence.parse(900) },
    { reason: 'money_due' as const, amountPence: SumPence.parse(1_350) },
  ]
  setup({ deletion: { requestedAt, waitsFor } })

  expect(await screen.findByText(/You asked for it on 1 January 2030/)).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/disputed.*\(£9\.00\)$/),
    expect.stringMatching(/due to you.*\(£13\.50\)$/),
  ])
  expect(screen.getByRole('link', { name: 'See your balance' }).getAttribute('href')).toBe('/dashboard?tab=balance')
  expect(screen.queryByRole('button', { name: 'Delete Account' })).toBeNull()
})

test('the account can be kept', async () => {
  const user = setup({ deletion: { requestedAt, waitsFor: [] } })
  const { requests } = mockEndpoint(accounts.withdrawDeletion, undefined)
  const keep = await screen.findByRole('button', { name: 'Keep my account' })
  mockEndpoint(accounts.deletion, { requestedAt: null, waitsFor: [] })

  await user.click(keep)

  expect(await screen.findByText('Your account stays')).toBeDefined()
  expect(requests).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Delete Account' })).toBeDefined()
})

test('an authenticator app is set up by its QR code or key, and confirmed by its first code', async () => {
  const codes: string[] = []
  let isOn = false
  const user = setup({
    client: {
      hasTotp: async () => isOn,
      beginTotp: async () => ({ key: 'ABCDEFGH', uri: 'otpauth://totp/Darkslide:ada@example.com?secret=ABCDEFGH' }),
      confirmTotp: async (code) => {
        codes.push(code)
        if (code === '000000')
          throw Object.assign(new Error('Code mismatch'), { name: 'EnableSoftwareTokenMFAException' })
        isOn = true
      },
    },
  })

  await user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }))

  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
  expect(screen.getByText('ABCD EFGH')).toBeDefined()
  await user.type(screen.getByLabelText(/^Code from your app/), '000000')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await toastOf('The app was not set up')).toMatchObject({
    description: expect.stringMatching(/^This is not the code/),
  })
  await user.clear(screen.getByLabelText(/^Code from your app/))
  await user.type(screen.getByLabelText(/^Code from your app/), '123 456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await toastOf('Authenticator app set up')).toMatchObject({ kind: 'success' })
  expect(codes).toEqual(['000000', '123456'])
  expect(await screen.findByRole('button', { name: 'Switch off' })).toBeDefined()
})

test('an authenticator app is switched off with the password', async () => {
  const passwords: string[] = []
  let isOn = true
  const user = setup({
    client: {
      hasTotp: async () => isOn,
      endTotp: async (password) => {
        passwords.push(password)
        if (password !== 'darkroom')
          throw Object.assign(new Error('Incorrect username or password.'), { name: 'NotAuthorizedException' })
        isOn = false
      },
    },
  })
  await user.type(await screen.findByLabelText('Your password'), 'lightroom')
  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  expect(await toastOf('The app was not switched off')).toMatchObject({
    description: 'This is not your current password.',
  })
  await user.clear(screen.getByLabelText('Your password'))
  await user.type(screen.getByLabelText('Your password'), 'darkroom')

  await user.click(screen.getByRole('button', { name: 'Switch off' }))

  expect(await toastOf('Authenticator app switched off')).toMatchObject({ kind: 'success' })
  expect(passwords).toEqual(['lightroom', 'darkroom'])
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeDefined()
})

test('whoever signs in with Google is offered no app: Google asks for its own', async () => {
  setup({ who: { ...ada, isGoogleOnly: true } })

  expect(await screen.findByText(/You sign in with Google/)).toBeDefined()
  expect(screen.queryByText('Authenticator app')).toBeNull()
})
