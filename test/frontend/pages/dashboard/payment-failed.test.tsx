import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DashboardPage } from '#frontend/pages/dashboard/dashboard-page.tsx'
import { api } from '#schema/api/all.ts'
import { BalanceView } from '#schema/api/payouts.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { aBalance, ada, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.galleries
const failed = {
  kind: 'destructive',
  description: 'The last payment failed, so that everything is locked. Please update your card.',
}

/** The dashboard of a subscriber whose last payment failed. */
const setup = ({ isExpired }: { isExpired: boolean }) => {
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile({ trial: { isExpired, daysRemaining: 0, isPastDue: true } }))
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance()))
  mockEndpoint(endpoints.mine, { items: [anOwnGallery(1)] })
  renderPage(<DashboardPage />, { at: '/dashboard', user: ada })
  return userEvent.setup()
}
const pressCreate = async (user: ReturnType<typeof setup>) => {
  const button = await screen.findByRole('button', { name: 'Create Gallery' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await user.click(button)
}

test('who makes a gallery is told of the card, not to subscribe', async () => {
  await pressCreate(setup({ isExpired: true }))
  expect(await toastOf('Payment Failed')).toEqual(failed)
})

test('who is locked out while making one is told the same', async () => {
  const user = setup({ isExpired: false })
  mockEndpoint(endpoints.create, { refuse: 'trial_expired' })
  await pressCreate(user)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))
  expect(await toastOf('Payment Failed')).toEqual(failed)
})

test('who takes a gallery down is told of the card, and so is who would show it longer', async () => {
  const user = setup({ isExpired: true })
  mockEndpoint(endpoints.update, { refuse: 'trial_expired' })
  await user.click(await screen.findByRole('button', { name: 'Settings of Gallery 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Down' }))
  expect(dialog.getByText(/^The last payment failed.* Until then galleries can be taken down/)).toBeDefined()
  expect(dialog.queryByText(/trial|subscription/)).toBeNull()
  expect(dialog.getByRole('link', { name: 'Update Card' }).getAttribute('href')).toBe('/dashboard?tab=settings')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await toastOf('Error updating gallery')).toEqual({
    kind: 'destructive',
    description: 'Until your card is updated the end can only be made earlier.',
  })
})
