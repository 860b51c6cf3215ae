import { expect, test } from './support/market.ts'

test('somebody with a Google account comes in through it and has a profile with two free months', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Grace Okafor/ }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Gallery' }).first()).toBeEnabled()
  await page.goto('/profile')
  await expect(page.getByLabel(/email/i).first()).toHaveValue('grace.okafor@example.com')
})

test('Google with the verified address of an existing account opens that account, and makes no second one', async ({
  page,
}) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Name').fill('Noor Haddad')
  await page.getByLabel('E-mail', { exact: true }).fill('noor@darkslide.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  // Cognito refuses the very first sign-in of a linked account; the page tries once more by itself.
  const again = page.getByRole('button', { name: /Noor Haddad/ })
  await expect(again.or(page.getByRole('link', { name: 'Dashboard' }))).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Things Left on Tables' })).toBeVisible()
})

test('a wrong password is refused in words, and a closed door leads back to where one was', async ({ page }) => {
  await page.goto('/upload')
  await expect(page).toHaveURL(/\/auth/)
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill('iris@darkslide.example')
  await form.getByLabel('Password', { exact: true }).fill('not-it-at-all')
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Sign in failed').first()).toBeVisible()
  await form.getByLabel('Password', { exact: true }).fill('darkroom')
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/upload')
  await expect(page.getByRole('heading', { name: 'Upload Photos' })).toBeVisible()
})
