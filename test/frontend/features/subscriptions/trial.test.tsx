import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SubscriptionOptions } from '#frontend/features/subscriptions/subscription-dialog.tsx'
import { SubscriptionGate } from '#frontend/features/subscriptions/subscription-gate.tsx'
import { TrialNotice } from '#frontend/features/subscriptions/trial-notice.tsx'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { api } from '#schema/api/all.ts'
import { fillStorage } from '#test/support/frontend/full-storage.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anExpiredProfile, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { me } = api.profiles.endpoints
const withDays = (daysRemaining: number) => anOwnProfile({ trial: { daysRemaining } })
/** No day ends while a test runs. */
const noon = new Date('2030-01-01T12:00:00')
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
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'], now: noon })
  mockEndpoint(me, withDays(3))
  const first = notice()
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  first.unmount()

  notice()

  await screen.findByText('page')
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()

  vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
  notice()
  expect(await screen.findByRole('dialog', { name: 'Trial Ending Soon' })).toBeDefined()
})

test('it can be closed where the browser keeps nothing', async () => {
  mockEndpoint(me, withDays(3))
  notice()
  await screen.findByRole('dialog')
  fillStorage()

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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

test('who subscribes and whose card failed is told so, and led to the card instead of another subscription', async () => {
  mockEndpoint(me, anOwnProfile({ trial: { isExpired: true, daysRemaining: 0, isPastDue: true } }))
  renderPage(
    <>
      <SubscriptionGate>
        <Settled />
      </SubscriptionGate>
      <TrialNotice />
    </>,
    { user: ada },
  )

  const dialog = within(await screen.findByRole('dialog', { name: 'Payment Failed' }))
  const sentence = 'The last payment failed, so that everything is locked. Please update your card.'
  expect(dialog.getByText(sentence)).toBeDefined()
  expect(screen.getAllByText(sentence)).toHaveLength(2)
  expect(dialog.getByRole('button', { name: 'Manage subscription' })).toBeDefined()
  expect(screen.queryByText(/trial has expired/)).toBeNull()
})

test('a subscriber is never reminded', async () => {
  mockEndpoint(me, anOwnProfile({ trial: { daysRemaining: 0, isSubscribed: true } }))
  notice()

  await screen.findByText('page')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('while it is not known how the trial stands, a spinner turns in place of the page', async () => {
  mockEndpoint(me, 'pending')
  renderPage(<SubscriptionGate>page</SubscriptionGate>, { user: ada })

  expect(await screen.findByRole('heading', { level: 1, name: 'Loading' })).toBeDefined()
  expect(screen.queryByText('page')).toBeNull()
  expect(screen.queryByText('Subscription Required')).toBeNull()
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

test('a check that failed leaves no day', async () => {
  const Days = () => {
    const { loading, isExpired, daysRemaining } = useTrial()
    return <p>{loading ? 'asking' : `${isExpired ? 'expired' : 'open'}, ${String(daysRemaining)} days`}</p>
  }
  mockEndpoint(me, { refuse: 'too_many_requests' })
  renderPage(<Days />, { user: ada })

  expect(await screen.findByText('expired, 0 days')).toBeDefined()
})

test('a check that failed counts as expired, and can be repeated', async () => {
  mockEndpoint(me, { refuse: 'too_many_requests' })
  renderPage(<SubscriptionGate>page</SubscriptionGate>, { user: ada })
  await screen.findByRole('heading', { name: 'Subscription Required' })

  mockEndpoint(me, anOwnProfile())
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))

  expect(await screen.findByText('page')).toBeDefined()
})

test.each([
  ['Subscribe', api.subscriptions.endpoints.start, anExpiredProfile()],
  ['Manage subscription', api.subscriptions.endpoints.manage, anOwnProfile({ trial: { isSubscribed: true } })],
] as const)('%s leads to the page of the card provider in the same tab', async (name, endpoint, profile) => {
  mockEndpoint(me, profile)
  const { requests } = mockEndpoint(endpoint, { url: 'https://pay.example/page' })
  const left: string[] = []
  vi.stubGlobal('location', { ...location, assign: (url: string) => left.push(url) })
  renderPage(<SubscriptionOptions trial={profile.trial} />, { user: ada })

  await userEvent.click(await screen.findByRole('button', { name }))

  await waitFor(() => expect(left).toEqual(['https://pay.example/page']))
  expect(requests).toHaveLength(1)
})

test('a card provider that cannot be reached is said, and the button works again', async () => {
  mockEndpoint(api.subscriptions.endpoints.start, { refuse: 'unavailable' })
  renderPage(<SubscriptionOptions trial={anExpiredProfile().trial} />, { user: ada })

  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))

  expect((await screen.findByRole('alert')).textContent).toContain('Subscription error')
  expect(screen.getByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', false)
})

test('who comes back from subscribing is told so, never that the trial has expired', async () => {
  let isSubscribed = false
  mockEndpoint(me, () => (isSubscribed ? anOwnProfile({ trial: { isSubscribed } }) : anExpiredProfile()))
  mockEndpoint(api.subscriptions.endpoints.get, () => {
    isSubscribed = true
    return {
      state: 'active' as const,
      paidUntil: '2030-04-01T00:00:00.000Z',
      trial: anOwnProfile({ trial: { isSubscribed } }).trial,
    }
  })
  renderPage(<TrialNotice />, { user: ada, at: '/dashboard?subscription=started' })

  expect(await screen.findByText('Subscribed')).toBeDefined()
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
