import { paths } from '#schema/paths.ts'
import { expect, signIn } from './support/market.ts'
import { test } from './support/studio.ts'

test('somebody with a Google account comes in through it and has a profile with two free months', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Grace Okafor/ }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Gallery' }).first()).toBeEnabled()
  await page.goto('/profile')
  await expect(page.getByRole('textbox', { name: /email/i }).first()).toHaveValue('grace.okafor@example.com')
})

test('Google after a sign-up by email opens that account and makes no second one; the password still opens it', async ({
  page,
  newcomer,
}) => {
  const title = `Before Google ${Date.now().toString(36)}`
  await newcomer.hang({ title })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Name').fill('Nora at Google')
  await page.getByLabel('Email', { exact: true }).fill(newcomer.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  // Cognito refuses the very first sign-in of a linked account; the page tries once more by itself.
  const again = page.getByRole('button', { name: newcomer.email })
  await expect(again.or(page.getByRole('link', { name: 'Dashboard' }))).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expect(page).toHaveURL('/')
  await page.goto(`${paths.dashboard()}?tab=galleries`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.goto(paths.profile())
  await expect(page.getByLabel('Display Name')).toHaveValue(newcomer.name)
  await expect(page.getByLabel(/^Email/)).toHaveValue(newcomer.email)
  await page.goto(paths.settings())
  await expect(page.getByRole('form', { name: 'Update password' })).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, newcomer.email)
  await page.goto(`${paths.dashboard()}?tab=galleries`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
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
