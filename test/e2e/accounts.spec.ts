import type { Page } from '@playwright/test'
import { totpAt } from '#local/identity/pool/authenticators.ts'
import { paths } from '#schema/paths.ts'
import { advanceHours, expect, expectAccessible, newestMail, signIn } from './support/market.ts'
import { sell } from './support/sale.ts'
import { studioPassword, test } from './support/studio.ts'

const run = Date.now().toString(36)
const codeTo = async (page: Page, email: string) =>
  /\b\d{6}\b/.exec((await newestMail(page, email)).text ?? '')?.[0] ?? ''
const fillSignIn = async (page: Page, email: string, password: string) => {
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
}

test('a forgotten password: a code that is wrong, one that is too old, and one that opens', async ({
  page,
  newcomer: { email },
}) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const form = page.getByRole('form', { name: 'Set a new password' })
  await expect(form.getByLabel('Confirmation code')).toBeFocused()
  // A phone throws the page away while the mail is read.
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  const tooOld = await codeTo(page, email)
  const attempt = async (code: string, password: string) => {
    await form.getByLabel('Confirmation code').fill(code)
    await form.getByLabel('New password').fill(password)
    await form.getByRole('button', { name: 'Set password and sign in' }).click()
  }
  await attempt(tooOld === '000000' ? '000001' : '000000', 'fixer-bath')
  await expect(page.getByText('Failed to update password')).toBeVisible()
  await expect(form.getByText(/^This is not the code from the email/)).toBeVisible()
  await expect(form.getByLabel('Confirmation code')).toBeFocused()
  await attempt(tooOld, 'fix')
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()

  await advanceHours(page, 1.1)
  await attempt(tooOld, 'fixer-bath')
  await expect(form.getByText('This code is too old. Please send a new one.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await attempt(await codeTo(page, email), 'fixer-bath')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()

  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto('/auth')
  await fillSignIn(page, email, studioPassword)
  await expect(page.getByText('Sign in failed')).toBeVisible()
  await fillSignIn(page, email, 'fixer-bath')
  await expect(page).toHaveURL('/')
})

test('Back leads through the screens of /auth, by keyboard too, and what was typed stays', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('typed@example.com')
  await page.getByRole('button', { name: 'Forgot your password?' }).press('Enter')
  await expect(page).toHaveURL('/auth?step=forgot')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com')
  await page.goBack()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('form', { name: 'Sign Up' }).getByLabel('Email')).toHaveValue('typed@example.com')
  await page.getByRole('form').getByLabel('Display Name').fill('Ada')
  await page.reload()
  await expect(page.getByLabel('Display Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com')

  await page.getByRole('tab', { name: 'Sign In' }).click()
  await page.getByRole('form', { name: 'Sign In' }).getByLabel('Password', { exact: true }).fill('not-it-at-all')
  await page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).press('Enter')
  await expect(page.getByText('Sign in failed')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' })).toBeFocused()
})

test('a new password needs the old one; signed out everywhere, other browsers ask again and lose nothing', async ({
  page,
  newcomer,
}) => {
  const own = newcomer.page
  await own.goto(paths.settings())
  const form = own.getByRole('form', { name: 'Update password' })
  const update = async (current: string, next: string, again = next) => {
    await form.getByLabel('Current Password').fill(current)
    await form.getByLabel('New Password').fill(next)
    await form.getByLabel('Confirm Password').fill(again)
    await form.getByRole('button', { name: 'Update Password' }).click()
  }
  await update(studioPassword, 'stop-bath', 'stop-path')
  await expect(own.getByText('Passwords do not match').first()).toBeVisible()
  await update('not-it-at-all', 'stop-bath')
  await expect(own.getByText('Failed to update password')).toBeVisible()
  await expect(form.getByText('This is not your current password.')).toBeVisible()
  await expect(form.getByLabel('Current Password')).toBeFocused()
  await update(studioPassword, 'stop-bath')
  await expect(own.getByText('Use it the next time you sign in.')).toBeVisible()

  await signIn(page, newcomer.email, 'stop-bath')
  await page.goto(paths.profile())
  await page.getByLabel('Bio').fill('Typed before the session ended.')
  await own.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(own.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await own.goto(paths.settings())
  await expect(own).toHaveURL(/\/auth/)

  // A quarter of an hour later the other browser needs a new token, and gets none.
  await page.clock.setFixedTime(Date.now() + 20 * 60_000)
  await page.getByRole('button', { name: /save/i }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog).toBeVisible()
  await page.clock.setFixedTime(Date.now())
  await dialog.getByLabel('Password', { exact: true }).fill('stop-bath')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Bio')).toHaveValue('Typed before the session ended.')
})

test('an account to which no money is due is closed at once: signed out, and its galleries dark', async ({
  page,
  newcomer,
}) => {
  const gallery = await newcomer.hang({ title: `Last Light ${run}`, photos: [{ title: 'Ember' }] })
  const own = newcomer.page
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await expect(page.getByRole('heading', { name: gallery.title })).toBeVisible()
  await own.goto(paths.settings())
  await own.getByRole('button', { name: 'Delete Account' }).click()
  const question = own.getByRole('alertdialog', { name: 'Are you absolutely sure?' })
  await expectAccessible(own)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await own.getByRole('button', { name: 'Delete Account' }).click()
  await question.getByRole('button', { name: 'Yes, delete my account' }).click()
  await expect(own).toHaveURL('/')
  await expect(own.getByText('Please contact support to complete account deletion')).toBeVisible()
  await expect(own.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Gallery not found')).toBeVisible()
  await page.goto(`/browse?q=Last+Light+${run}`)
  await expect(page.getByRole('heading', { name: gallery.title })).toBeHidden()

  await own.goto('/auth')
  await fillSignIn(own, newcomer.email, studioPassword)
  await expect(own).toHaveURL('/')
  await own.goto(paths.settings())
  await expect(own.getByRole('region', { name: 'Your account is being deleted' })).toContainText(
    'Nothing is outstanding.',
  )
})

test('an account to which money is due goes dark too, says what it waits for, and can be kept', async ({
  page,
  newcomer,
}) => {
  const gallery = await newcomer.hang({ title: `Unpaid ${run}`, photos: [{ title: 'Cinder' }] })
  await sell(page, newcomer, gallery)
  const own = newcomer.page
  await own.goto(paths.settings())
  await own.getByRole('button', { name: 'Delete Account' }).click()
  await own.getByRole('alertdialog').getByRole('button', { name: 'Yes, delete my account' }).click()
  await expect(own).toHaveURL('/')
  await expect(own.getByText(/Please contact support to complete account deletion/)).toBeVisible()
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await expect(page.getByText('Gallery not found')).toBeVisible()

  await own.goto('/auth')
  await fillSignIn(own, newcomer.email, studioPassword)
  await expect(own.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await own.goto(paths.settings())
  const zone = own.getByRole('region', { name: 'Your account is being deleted' })
  await expect(zone).toContainText('£13.50')
  await expectAccessible(own)
  await zone.getByRole('link', { name: 'See your balance' }).click()
  await expect(own.getByText('Processing (48h hold)')).toBeVisible()
  await own.goto(paths.settings())
  await zone.getByRole('button', { name: 'Keep my account' }).click()
  await expect(own.getByText('Your account stays')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: gallery.title })).toBeVisible()
})

test('an authenticator app: set up by its key, asked for behind the password, switched off with it', async ({
  page,
  newcomer,
}) => {
  const own = newcomer.page
  await own.goto(paths.settings())
  await own.getByRole('button', { name: 'Set up authenticator app' }).click()
  await expect(own.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(own)
  const key = (await own.getByText(/^(?:[A-Z2-7]{4} ?){13}$/).innerText()).replaceAll(' ', '')
  const setUp = own.getByRole('form', { name: 'Set up authenticator app' })
  const first = totpAt(key, new Date())
  await setUp.getByLabel('Code from your app').fill(first === '000000' ? '000001' : '000000')
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(setUp.getByText(/^This is not the code that your app shows now/)).toBeVisible()
  await setUp.getByLabel('Code from your app').fill(totpAt(key, new Date()))
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(own.getByText('Authenticator app set up')).toBeVisible()
  await expect(own.getByRole('form', { name: 'Switch off authenticator app' })).toBeVisible()

  await page.goto('/auth')
  await fillSignIn(page, newcomer.email, studioPassword)
  const challenge = page.getByRole('form', { name: 'Enter your code' })
  await expect(challenge.getByLabel('Code from your app')).toBeFocused()
  await expectAccessible(page)
  // The next step's code: the one that set it up was taken already. A pool takes it half a minute early.
  await challenge.getByLabel('Code from your app').fill(totpAt(key, new Date(Date.now() + 30_000)))
  await challenge.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()

  const off = own.getByRole('form', { name: 'Switch off authenticator app' })
  await off.getByLabel('Your password').fill('not-it-at-all')
  await off.getByRole('button', { name: 'Switch off' }).click()
  await expect(off.getByText('This is not your current password.')).toBeVisible()
  await off.getByLabel('Your password').fill(studioPassword)
  await off.getByRole('button', { name: 'Switch off' }).click()
  await expect(own.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
})
