import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SubscriptionGate } from '#frontend/features/subscriptions/subscription-gate.tsx'
import { TrialNotice } from '#frontend/features/subscriptions/trial-notice.tsx'
import { api } from '#schema/api/all.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anExpiredProfile, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { me } = api.profiles.endpoints
const withDays = (daysRemaining: number) => anOwnProfile({ trial: { daysRemaining } })
/** Everything has been asked and answered. */
const Settled = () => <p>page</p>
const notice = () =>
  renderPage(
    <SubscriptionGate>
      <Settled />
      <TrialNotice />
    </SubscriptionGate>,
    { user: ada },
  )

test.each([
  [14, 'You have 14 days remaining in your trial.'],
  [1, 'You have 1 day remaining in your trial.'],
])('with %i days left the trial is ending soon', async (days, sentence) => {
  mockEndpoint(me, withDays(days))
  notice()

  expect(await screen.findByRole('dialog', { name: 'Trial Ending Soon' })).toBeDefined()
  expect(screen.getByText(sentence)).toBeDefined()
})

test('it says so once a day', async () => {
  mockEndpoint(me, withDays(3))
  const first = notice()
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  first.unmount()

  notice()

  await screen.findByText('page')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('with 15 days left nothing is said', async () => {
  mockEndpoint(me, withDays(15))
  notice()

  await screen.findByText('page')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('when it is over the dialog opens by itself on every guarded page', async () => {
  mockEndpoint(me, anExpiredProfile())
  for (const _page of ['first', 'second']) {
    const shown = renderPage(<TrialNotice />, { user: ada })
    expect(await screen.findByRole('dialog', { name: 'Trial Expired' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    shown.unmount()
  }
})

test('a subscriber is never reminded', async () => {
  mockEndpoint(me, anOwnProfile({ trial: { daysRemaining: 0, isSubscribed: true } }))
  notice()

  await screen.findByText('page')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an expired trial is shown what it needs, in place of the page', async () => {
  mockEndpoint(me, anExpiredProfile())
  renderPage(<SubscriptionGate>page</SubscriptionGate>, { user: ada })

  expect(await screen.findByRole('heading', { name: 'Subscription Required' })).toBeDefined()
  expect(screen.getByText('Your trial has expired. Please subscribe to access this feature.')).toBeDefined()
  expect(screen.queryByText('page')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'View subscription options' }))
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined()
})

test('a check that failed counts as expired, and can be repeated', async () => {
  mockEndpoint(me, { refuse: 'too_many_requests' })
  renderPage(<SubscriptionGate>page</SubscriptionGate>, { user: ada })
  await screen.findByRole('heading', { name: 'Subscription Required' })

  mockEndpoint(me, anOwnProfile())
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))

  expect(await screen.findByText('page')).toBeDefined()
})
