import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'

/** Signs a person in by the form, and waits until they are led to the root. */
export const signIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.goto(paths.auth())
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/')
}
