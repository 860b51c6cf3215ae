import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { AuthPage } from '#frontend/features/accounts/auth-page.tsx'
import type { AuthClient } from '#frontend/shared/session/auth-client.ts'
import { api } from '#schema/api/all.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const ada = { userId: '11111111-1111-4111-8111-111111111111', email: 'ada@example.com' }
const BrowserBack = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      The browser's Back
    </button>
  )
}
// Leaving the page unmounts it, as in the application.
const page = (
  <>
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="*" element={null} />
    </Routes>
    <BrowserBack />
  </>
)
type Where = { at?: string; state?: unknown; client?: Partial<AuthClient> }
const setup = ({ at = '/auth', state, client: override }: Where = {}) => {
  const client = fakeAuthClient(undefined, override)
  const user = userEvent.setup()
  renderPage(page, { at, state, client })
  return { client, user }
}
/** The page is thrown away, and opened again at its address in the same tab. */
const reload = () => {
  const at = address() ?? ''
  cleanup()
  return setup({ at })
}
const typedIn = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
/** The form of a tab alone: the one before it may stay in the document for a moment. */
const onlyForm = async (name: 'Sign In' | 'Sign Up') => {
  await screen.findByRole('form', { name })
  await waitFor(() => expect(screen.getAllByRole('form', { hidden: true })).toHaveLength(1))
}
const address = () => screen.getByTestId('address').textContent
const type = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) =>
  user.type(screen.getByLabelText(new RegExp(`^${label}`)), text)
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

test('a signed-in visitor is taken to the root', async () => {
  renderPage(page, { at: '/auth', user: ada })

  await waitFor(() => expect(address()).toBe('/'))
})

test('a signed-in visitor sees the shape of a page until the code of the one behind is there', async () => {
  const OnItsWay = lazy(() => new Promise<never>(() => {}))
  const behind = (
    <Suspense>
      <Routes>
        <Route path="/auth" element={<AuthPage />} />
        <Route path="*" element={<OnItsWay />} />
      </Routes>
    </Suspense>
  )
  renderPage(behind, { at: '/auth', user: ada })

  expect(await screen.findByRole('heading', { level: 1, name: 'Loading' })).toBeDefined()
})

test('Sign In asks for email and password, Sign Up for a name as well, and both offer Google', async () => {
  const { user } = setup()
  const fieldsOf = async (name: string) =>
    within(await screen.findByRole('form', { name }))
      .getAllByLabelText(/^(Display Name|Email|Password)/, { selector: 'input' })
      .map((field) => field.getAttribute('name'))

  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Sign In', 'Sign Up'])
  expect(await fieldsOf('Sign In')).toEqual(['email', 'password'])
  expect(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Continue with Google' })).toBeDefined()

  await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
  expect(await fieldsOf('Sign Up')).toEqual(['name', 'email', 'password'])
  expect(
    within(screen.getByRole('tabpanel', { name: 'Sign Up' })).getByRole('button', { name: 'Continue with Google' }),
  ).toBeDefined()
})

test('while it is not known who is signed in, a spinner turns in place of the forms', async () => {
  renderPage(page, {
    at: '/auth',
    client: fakeAuthClient(ada, { currentUser: () => new Promise(() => {}) }),
    user: ada,
  })

  expect(await screen.findByText('Signing in')).toBeDefined()
  expect(screen.queryByRole('form')).toBeNull()
})

test('signing in needs an email address and a password: each says so, and nothing is sent', async () => {
  const sent: string[] = []
  const { user } = setup({
    client: {
      signIn: async ({ email }) => {
        sent.push(email)
        return 'signed_in'
      },
    },
  })

  await press(user, 'Sign In')

  expect(await screen.findByText(/Please enter a valid email address/)).toBeDefined()
  expect(screen.getByText('Please enter your password.')).toBeDefined()
  expect(sent).toEqual([])
})

test('whoever signs in goes on where they were sent from', async () => {
  const { user } = setup({ state: { from: '/dashboard?tab=balance' } })

  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign In')

  await waitFor(() => expect(address()).toBe('/dashboard?tab=balance'))
})

test.each(['//evil.example', 'https://evil.example', '/auth'])('nobody is sent on to %s', async (from) => {
  const { user } = setup({ state: { from } })

  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign In')

  await waitFor(() => expect(address()).toBe('/'))
})

test('a refused sign-in says so and keeps what was typed', async () => {
  const { user } = setup({
    client: {
      signIn: async () => {
        throw new Error('Incorrect username or password.')
      },
    },
  })

  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'wrong')
  await press(user, 'Sign In')

  expect(await toastOf('Sign in failed')).toEqual({
    kind: 'destructive',
    description: 'Incorrect username or password.',
  })
  expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('ada@example.com')
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('wrong')
})

test('a missing email and a short password are refused beside their fields, and nothing is sent', async () => {
  const sent: string[] = []
  const { user } = setup({ at: '/auth?tab=sign-up', client: { signUp: async ({ email }) => void sent.push(email) } })

  await type(user, 'Password', '12345')
  await press(user, 'Sign Up')

  expect(await screen.findByText('Password must be at least 6 characters long')).toBeDefined()
  expect(screen.getByText(/Please enter a valid email address/)).toBeDefined()
  expect(sent).toEqual([])
})

test('signing up without a name takes the part of the email before the @, then the code signs in', async () => {
  const accounts: unknown[] = []
  const codes: unknown[] = []
  const { user } = setup({
    at: '/auth?tab=sign-up',
    client: {
      signUp: async (account) => void accounts.push(account),
      confirmSignUp: async (answer) => void codes.push(answer),
    },
  })

  await type(user, 'Email', 'Ada@Example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign Up')

  expect(await toastOf('Check your email')).toEqual({
    kind: 'success',
    description: "We've sent you a confirmation link.",
  })
  expect(accounts).toEqual([{ displayName: 'ada', email: 'ada@example.com', password: 'secret' }])

  await type(user, 'Confirmation code', ' 123456 ')
  await press(user, 'Confirm')

  await waitFor(() => expect(address()).toBe('/'))
  expect(codes).toEqual([{ email: 'ada@example.com', code: '123456' }])
  expect(screen.queryByText('Check your email')).toBeNull()
})

test('a refused sign-up says "Sign up failed" with the message', async () => {
  const { user } = setup({
    at: '/auth?tab=sign-up',
    client: {
      signUp: async () => {
        throw new Error('User already exists')
      },
    },
  })

  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign Up')

  expect(await toastOf('Sign up failed')).toEqual({ kind: 'destructive', description: 'User already exists' })
})

test('an account that was never confirmed gets a new code at sign-in', async () => {
  const resent: string[] = []
  const { user } = setup({
    client: { signIn: async () => 'confirm_sign_up', resendCode: async (email) => void resent.push(email) },
  })

  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign In')

  expect(await screen.findByLabelText(/^Confirmation code/)).toBeDefined()
  expect(resent).toEqual(['ada@example.com'])
})

test('a forgotten password is set anew with a code, and signs in', async () => {
  const answers: unknown[] = []
  const { user } = setup({ client: { confirmReset: async (answer) => void answers.push(answer) } })

  await type(user, 'Email', 'ada@example.com')
  await press(user, 'Forgot your password?')
  await press(user, 'Send code')
  await screen.findByLabelText(/^Confirmation code/)
  await type(user, 'Confirmation code', '654321')
  await type(user, 'New password', 'brand-new')
  await press(user, 'Set password and sign in')

  await waitFor(() => expect(address()).toBe('/'))
  expect(answers).toEqual([{ email: 'ada@example.com', code: '654321', password: 'brand-new' }])
})

const refusing = (name: string, message: string) => async () => {
  throw Object.assign(new Error(message), { name })
}
const expectMarked = async (label: RegExp, reason: RegExp) => {
  const field = await screen.findByLabelText(label)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getByText(reason, { selector: '[id*=error]' })).toBeDefined()
}

test.each([
  ['CodeMismatchException', 'Invalid verification code provided, please try again.', /^This is not the code/],
  ['ExpiredCodeException', 'Invalid code provided, please request a code again.', /^This code is too old/],
])('a code for a new password that is refused with %s is marked, and has the focus', async (name, message, reason) => {
  const { user } = setup({ client: { confirmReset: refusing(name, message) } })
  await type(user, 'Email', 'ada@example.com')
  await press(user, 'Forgot your password?')
  await press(user, 'Send code')
  await screen.findByLabelText(/^Confirmation code/)
  await type(user, 'Confirmation code', '000000')
  await type(user, 'New password', 'brand-new')

  await press(user, 'Set password and sign in')

  // One sentence for one fault: beside the field, and the same in the toast.
  const description = expect.stringMatching(reason)
  expect(await toastOf('Failed to update password')).toEqual({ kind: 'destructive', description })
  await expectMarked(/^Confirmation code/, reason)
})

test('a wrong code of a new account is marked, and has the focus', async () => {
  const { user } = setup({
    at: '/auth?tab=sign-up',
    client: { confirmSignUp: refusing('CodeMismatchException', 'Invalid verification code provided.') },
  })
  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign Up')
  await screen.findByLabelText(/^Confirmation code/)
  await type(user, 'Confirmation code', '000000')

  await press(user, 'Confirm')

  expect(await toastOf('Sign up failed')).toMatchObject({ description: expect.stringMatching(/^This is not the code/) })
  await expectMarked(/^Confirmation code/, /^This is not the code/)
})

test('an address that has an account goes on like a new one, and its owner is told by mail', async () => {
  const tried = mockEndpoint(api.accounts.endpoints.signUpTried, undefined)
  const { user } = setup({
    at: '/auth?tab=sign-up',
    client: {
      signUp: refusing('UsernameExistsException', 'User already exists'),
      resendCode: refusing('InvalidParameterException', 'User is already confirmed.'),
      confirmSignUp: refusing('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    },
  })
  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')

  await press(user, 'Sign Up')

  const code = await screen.findByLabelText(/^Confirmation code/)
  // Its mail has no code, and the page tells nobody which of the two was sent.
  expect(screen.getByText(/^We sent an email to/).textContent).toMatch(/, with a code or a link to go on with\./)
  expect(tried.requests).toMatchObject([{ body: { email: 'ada@example.com' } }])
  await press(user, 'Send a new code')
  await waitFor(() => expect(tried.requests).toHaveLength(2))
  expect(await toastOf('Check your email')).toMatchObject({ kind: 'success' })
  expect(document.querySelector('[data-kind="destructive"]')).toBeNull()
  await user.type(code, '123456')
  await press(user, 'Confirm')
  await expectMarked(/^Confirmation code/, /^This is not the code/)
})

test('a page that is thrown away between the code’s mail and its entry still takes the code', async () => {
  const { user } = setup()
  await type(user, 'Email', 'Ada@Example.com')
  await press(user, 'Forgot your password?')
  await press(user, 'Send code')
  await screen.findByLabelText(/^Confirmation code/)

  const answers: unknown[] = []
  const at = address() ?? ''
  cleanup()
  const { user: again } = setup({ at, client: { confirmReset: async (answer) => void answers.push(answer) } })
  await type(again, 'Confirmation code', '654321')
  await type(again, 'New password', 'brand-new')
  await press(again, 'Set password and sign in')

  await waitFor(() => expect(answers).toEqual([{ email: 'ada@example.com', code: '654321', password: 'brand-new' }]))
  await waitFor(() => expect(address()).toBe('/'))
  expect(sessionStorage.getItem('sign_in_typed')).toBeNull()
})

test('a new account is confirmed after the page was thrown away, and asks for its password then', async () => {
  const { user } = setup({ at: '/auth?tab=sign-up' })
  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign Up')
  await screen.findByLabelText(/^Confirmation code/)

  const { user: again } = reload()
  expect(screen.getByText('ada@example.com')).toBeDefined()
  await type(again, 'Confirmation code', '123456')
  await press(again, 'Confirm')

  expect(await toastOf('Email address confirmed')).toEqual({ kind: 'success', description: 'Please sign in.' })
  expect(await screen.findByRole('form', { name: 'Sign In' })).toBeDefined()
  expect(typedIn(/^Email/)).toBe('ada@example.com')
})

test.each(['confirm', 'reset'])('the step %s in another tab asks whose code it is', async (step) => {
  const answers: unknown[] = []
  const take = async ({ email, code }: { email: string; code: string }) => void answers.push({ email, code })
  const { user } = setup({ at: `/auth?step=${step}`, client: { confirmSignUp: take, confirmReset: take } })

  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Confirmation code', '123456{Enter}')
  if (step === 'reset') await type(user, 'New password', 'brand-new{Enter}')

  await waitFor(() => expect(answers).toEqual([{ email: 'ada@example.com', code: '123456' }]))
})

test('Back leads from step to step, and not off the page', async () => {
  const { user } = setup({ state: { from: '/upload' } })
  await type(user, 'Email', 'ada@example.com')
  await press(user, 'Forgot your password?')
  await press(user, 'Send code')
  expect(await screen.findByRole('form', { name: 'Set a new password' })).toBeDefined()
  expect(address()).toBe('/auth?step=reset')

  await press(user, "The browser's Back")
  expect(await screen.findByRole('form', { name: 'Forgotten password' })).toBeDefined()
  await press(user, "The browser's Back")
  expect(await screen.findByRole('form', { name: 'Sign In' })).toBeDefined()
  expect(typedIn(/^Email/)).toBe('ada@example.com')

  await type(user, 'Password', 'secret')
  await press(user, 'Sign In')
  await waitFor(() => expect(address()).toBe('/upload'))
})

test('the two tabs share what was typed, and a reload keeps it but for the password', async () => {
  const { user } = setup({ at: '/auth?tab=sign-up' })
  await type(user, 'Display Name', 'Ada')
  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')

  await user.click(screen.getByRole('tab', { name: 'Sign In' }))
  await onlyForm('Sign In')
  expect([typedIn(/^Email/), typedIn(/^Password/)]).toEqual(['ada@example.com', 'secret'])
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
  await onlyForm('Sign Up')
  expect([typedIn(/^Display Name/), typedIn(/^Email/)]).toEqual(['Ada', 'ada@example.com'])

  reload()
  expect([typedIn(/^Display Name/), typedIn(/^Email/), typedIn(/^Password/)]).toEqual(['Ada', 'ada@example.com', ''])
  expect(JSON.stringify(sessionStorage)).not.toContain('secret')
})

test('a screen that takes the place of another has the focus in its first field', async () => {
  const { user } = setup()
  const focused = () => document.activeElement?.getAttribute('name')
  await type(user, 'Email', 'ada@example.com')

  await press(user, 'Forgot your password?')
  expect(focused()).toBe('email')
  await press(user, 'Send code')
  await waitFor(() => expect(focused()).toBe('code'))
  await press(user, 'Back to Sign In')
  expect(screen.getByRole('form', { name: 'Sign In' }).contains(document.activeElement)).toBe(true)
  expect(focused()).toBe('email')
})

test('back from Google the button leads there once more', async () => {
  let left = 0
  const { user } = setup({
    client: {
      continueWithGoogle: async () => {
        left += 1
      },
    },
  })
  await onlyForm('Sign In')
  await press(user, 'Continue with Google')
  await waitFor(() => expect(left).toBe(1))

  // The page as the browser kept it.
  fireEvent(window, new Event('pageshow'))

  await press(user, 'Continue with Google')
  await waitFor(() => expect(left).toBe(2))
})

test('Google’s refusal is said, and leaves the address', async () => {
  const { client } = setup({ at: '/auth?error=access_denied&state=abc' })
  expect(screen.getByText('Signing in')).toBeDefined()
  await act(async () => undefined)

  act(() => client.failGoogle('User cancelled OAuth flow.'))

  expect(await toastOf('Google sign in failed')).toEqual({
    kind: 'destructive',
    description: 'User cancelled OAuth flow.',
  })
  await waitFor(() => expect(address()).toBe('/auth'))
})

test('an authenticator app is asked for behind the password; a wrong code is said once, and the next one signs in', async () => {
  const codes: string[] = []
  const { user } = setup({
    client: {
      signIn: async () => 'totp_code',
      answerCode: async (code) => {
        codes.push(code)
        if (code === '000000') return refusing('CodeMismatchException', 'Invalid code received for user')()
        return 'signed_in'
      },
    },
  })
  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'secret')
  await press(user, 'Sign In')
  await screen.findByLabelText(/^Code from your app/)
  await type(user, 'Code from your app', '12345')
  await press(user, 'Sign In')
  await expectMarked(/^Code from your app/, /^Please enter the 6 digits/)
  await user.clear(screen.getByLabelText(/^Code from your app/))
  await type(user, 'Code from your app', '000000')

  await press(user, 'Sign In')

  const sentence = /^This is not the code that your app shows now/
  expect(await toastOf('Sign in failed')).toMatchObject({ description: expect.stringMatching(sentence) })
  await expectMarked(/^Code from your app/, sentence)
  await user.clear(screen.getByLabelText(/^Code from your app/))
  await type(user, 'Code from your app', ' 123 456 ')
  await press(user, 'Sign In')
  await waitFor(() => expect(codes).toEqual(['000000', '123456']))
})

test('a password that support chose is replaced, and asks for the code of the app then', async () => {
  const passwords: string[] = []
  const { user } = setup({
    client: {
      signIn: async () => 'new_password',
      replacePassword: async (password) => {
        passwords.push(password)
        return 'totp_code'
      },
    },
  })
  await type(user, 'Email', 'ada@example.com')
  await type(user, 'Password', 'by-support')
  await press(user, 'Sign In')
  expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeDefined()
  await type(user, 'New password', 'mine-now')

  await press(user, 'Set password and sign in')

  expect(await screen.findByLabelText(/^Code from your app/)).toBeDefined()
  expect(passwords).toEqual(['mine-now'])
})
