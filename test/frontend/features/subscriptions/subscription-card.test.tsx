import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SubscriptionCard } from '#frontend/features/subscriptions/subscription-card.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { endpoints } = api.subscriptions
type Subscription = ResponseOf<typeof endpoints.get>

const paidUntil = '2030-02-01T12:00:00.000Z'
const setup = ({ trial = {}, ...given }: Partial<Omit<Subscription, 'trial'>> & { trial?: object }) => {
  mockEndpoint(endpoints.get, {
    state: 'none',
    paidUntil: null,
    ...given,
    trial: { ...anOwnProfile().trial, ...trial },
  })
  renderPage(<SubscriptionCard />, { user: ada })
}
const subscribed = { trial: { isSubscribed: true }, paidUntil }
const expired = { trial: { isExpired: true, daysRemaining: 0 } }

test.each([
  ['in the trial', {}, 'You have 50 days remaining in your trial. Afterwards it is £6.99 per month.', 'Subscribe'],
  ['after it', expired, 'Your trial has expired. Please subscribe to access this feature.', 'Subscribe'],
  [
    'subscribed',
    { state: 'active' as const, ...subscribed },
    'You are subscribed: £6.99 per month. Paid until 1 February 2030.',
    'Manage subscription',
  ],
  [
    'cancelled',
    { state: 'cancelled' as const, ...subscribed },
    'Cancelled. Everything stays open to you until 1 February 2030.',
    'Manage subscription',
  ],
  [
    'with a payment that failed',
    { state: 'past_due' as const, ...expired, paidUntil },
    'The last payment failed, so that everything is locked. Please update your card.',
    'Manage subscription',
  ],
])('%s it says so and leads on', async (_, given, sentence, button) => {
  setup(given)

  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.getByRole('button', { name: button })).toBeDefined()
})

test('access that support gave asks for nothing', async () => {
  setup(subscribed)

  expect(await screen.findByText('Everything is open to you until 1 February 2030, without payment.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('managing leads to the card provider', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  mockEndpoint(endpoints.manage, { url: 'https://pay.example/p/session/1' })
  setup({ state: 'active', ...subscribed })

  await userEvent.click(await screen.findByRole('button', { name: 'Manage subscription' }))

  expect(leave).toHaveBeenCalledWith('https://pay.example/p/session/1')
  // Back, to the page as the browser kept it.
  fireEvent(window, new Event('pageshow'))
  await userEvent.click(screen.getByRole('button', { name: 'Manage subscription' }))
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2))
})

test('while the card provider cannot be asked there is no card, and nothing else is missing', async () => {
  mockEndpoint(endpoints.get, { refuse: 'unavailable' })
  renderPage(
    <>
      <SubscriptionCard />
      <p>the rest</p>
    </>,
    { user: ada },
  )

  await waitFor(() => expect(screen.queryByText('Subscription')).toBeNull())
  expect(screen.getByText('the rest')).toBeDefined()
})
