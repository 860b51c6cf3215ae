import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SignInAgain } from '#frontend/features/accounts/sign-in-again.tsx'
import { BalanceTab } from '#frontend/features/payouts/balance-tab.tsx'
import { salesFile } from '#frontend/features/payouts/sales-file.ts'
import { RequireSession } from '#frontend/shared/session/require-session.tsx'
import { api } from '#schema/api/all.ts'
import { BalanceView, type Sale } from '#schema/api/payouts.ts'
import { PayoutId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence, SumPence } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { aBalance, ada, aSale } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const payoutId = PayoutId.parse(`pay_${'0'.repeat(26)}`)
type Given = { balance?: Parameters<typeof aBalance>[0]; sales?: Sale[]; at?: string }
const setup = ({ balance = {}, sales = [], at = '/' }: Given = {}) => {
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance(balance)))
  mockEndpoint(api.payouts.endpoints.sales, { items: sales })
  renderPage(<BalanceTab />, { user: ada, at })
  return userEvent.setup()
}

test('the three sums stand under their names', async () => {
  setup({ balance: { availablePence: 1350, pendingPence: 2700, totalEarnedPence: 4050 } })

  await screen.findByText('£13.50')
  const under = (label: string) => screen.getByText(label).parentElement?.parentElement?.textContent
  expect(under('Available Balance')).toContain('£13.50')
  expect(under('Processing (48h hold)')).toContain('£27.00')
  expect(under('Total Earned')).toContain('£40.50')
})

test('money that a bank froze stands apart, and nothing is said of it while there is none', async () => {
  setup({ balance: { availablePence: 1350, heldPence: 900, notice: '£9.00 is on hold: a reason.' } })

  await screen.findByText('£13.50')
  expect(screen.getByText('On Hold').parentElement?.parentElement?.textContent).toContain('£9.00')
  expect(screen.getByText('£9.00 is on hold: a reason.')).toBeDefined()
})

test('without frozen money there is no sum on hold', async () => {
  setup({ balance: { availablePence: 1350 } })

  await screen.findByText('£13.50')
  expect(screen.queryByText('On Hold')).toBeNull()
})

test('nothing is requested when nothing is available', async () => {
  const user = setup()
  const request = mockEndpoint(api.payouts.endpoints.request, 'pending')

  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request Payout' }).disabled).toBe(false),
  )
  await user.click(screen.getByRole('button', { name: 'Request Payout' }))

  expect(await toastOf('No Balance')).toEqual({
    kind: 'destructive',
    description: "You don't have any available balance to withdraw.",
  })
  expect(request.requests).toEqual([])
})

test('a requested payout names the amount in pounds', async () => {
  const user = setup({ balance: { availablePence: 1350 } })
  mockEndpoint(api.payouts.endpoints.request, { payoutId, amountPence: SumPence.parse(1350) })
  await screen.findByText('£13.50')

  await user.click(screen.getByRole('button', { name: 'Request Payout' }))

  expect(await toastOf('Payout Requested')).toEqual({
    kind: 'success',
    description: '£13.50 is being transferred to your account.',
  })
})

test.each([
  ['internal', 'Failed to process payout. Please try again.'],
  ['payout_in_progress', 'A payout is already on its way.'],
  ['payouts_on_hold', 'Your payouts are on hold. Your balance says why.'],
] as const)('a payout that fails with %s is a Payout Error', async (refuse, sentence) => {
  const user = setup({ balance: { availablePence: 1350 } })
  mockEndpoint(api.payouts.endpoints.request, { refuse })
  await screen.findByText('£13.50')

  await user.click(screen.getByRole('button', { name: 'Request Payout' }))

  expect(await toastOf('Payout Error')).toEqual({ kind: 'destructive', description: sentence })
})

test('setting up the account opens a tab and says what to do there', async () => {
  const user = setup({ balance: { payoutAccount: 'none' } })
  mockEndpoint(api.payouts.endpoints.setUpAccount, { url: 'https://connect.example/onboard' })
  const tab = { opener: {}, location: { href: '' }, close: () => undefined }
  vi.stubGlobal('open', () => tab)

  await user.click(await screen.findByRole('button', { name: 'Set Up Payout Account' }))

  expect(await toastOf('Account Setup Started')).toEqual({
    kind: 'info',
    description: 'Complete your payout account setup in the new tab, then return here.',
  })
  expect(tab).toMatchObject({ opener: null, location: { href: 'https://connect.example/onboard' } })
})

const unpaid = { payoutAccount: 'none', nextPayoutAt: null } as const
test.each([
  ['ready', '2030-01-07T06:00:00.000Z', /^Next payout: 7 Jan 2030/, 'Can be paid out now'],
  ['none', null, 'Next payout: none until your payout account is set up', 'Waits until your payout account is set up'],
  ['checking', null, 'Next payout: none while Stripe checks your details', 'Waits while Stripe checks your details'],
  ['rejected', null, /none while your payout account is stopped/, 'Waits while your payout account is stopped'],
] as const)(
  'with an account that is %s no more is promised than can be paid',
  async (payoutAccount, at, next, hint) => {
    setup({ balance: { payoutAccount, nextPayoutAt: at, availablePence: 1350 } })

    expect(await screen.findByText(next)).toBeDefined()
    expect(screen.getByText(hint)).toBeDefined()
  },
)

test('the tab tells how and when money is paid out, and without an account none can be asked for', async () => {
  setup({ balance: { ...unpaid, availablePence: 1350, lastPayoutAt: '2029-12-31T06:00:00.000Z' } })

  await screen.findByText('£13.50')
  const arrival = screen.getByText(/We send it to your account at Stripe; Stripe sends it on to your bank/)
  expect(arrival.textContent).toContain('Payouts go to accounts in the United Kingdom only.')
  expect(screen.getByText(/paid out every week\. A sale becomes available 48 hours after/)).toBeDefined()
  expect(screen.getByText(/^Next payout:/).textContent).toContain('none until your payout account is set up')
  expect(screen.getByText(/^Last payout: 31 Dec 2029, /)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request Payout' }).disabled).toBe(true)
  expect(screen.getByText('A payout can be requested once the account is set up.')).toBeDefined()
})

test('an installation that pays from £25 on says so, and that less can be asked for', async () => {
  setup({ balance: { availablePence: 1350, payoutFromPence: SumPence.parse(2500) } })

  await screen.findByText('£13.50')
  expect(
    screen.getByText(/every week once it is £25\.00 or more\. You can request a smaller payout at any time/),
  ).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request Payout' }).disabled).toBe(false)
})

test.each([
  ['unavailable', 'Failed to start account setup. Please try again.'],
  ['too_many_requests', 'Too many tries. Please wait a little and try again.'],
] as const)('a set-up that fails with %s closes the tab and says so', async (refuse, sentence) => {
  const user = setup({ balance: { payoutAccount: 'none' } })
  mockEndpoint(api.payouts.endpoints.setUpAccount, { refuse })
  let isClosed = false
  vi.stubGlobal('open', () => ({ location: {}, close: () => (isClosed = true) }))

  await user.click(await screen.findByRole('button', { name: 'Set Up Payout Account' }))

  expect(await toastOf('Setup Error')).toEqual({ kind: 'destructive', description: sentence })
  expect(isClosed).toBe(true)
})

test('every sale shows price, fee, share and when it clears', async () => {
  setup({ sales: [aSale(), aSale({ orderNumber: 'DS-2', state: 'paid', payoutId })] })

  const row = within((await screen.findByText(/DS-1/)).closest('tr') ?? document.body)
  for (const text of ['£15.00', '£1.50', '£13.50', 'Processing']) expect(row.getByText(text)).toBeDefined()
  // In one piece, in a column that is as narrow as a phone makes it.
  expect(row.getByText(/^Clears 3 Jan 2030/).textContent).toContain('3\u00a0Jan\u00a02030, ')
  expect(screen.getByText('Paid out')).toBeDefined()
})

const payout = { id: payoutId, at: '2026-11-30T06:00:00.000Z', amountPence: SumPence.parse(12_345) }
// In one piece, in a column that is as narrow as a phone makes it.
const payoutName = 'Payout of 30\u00a0Nov\u00a02026, £123.45'
const inPayout = {
  ...payout,
  state: 'sent' as const,
  sales: [
    {
      ...{ orderNumber: 'DS-2', photoTitles: ['Dunlin'], morePhotos: 0, paidAt: '2026-11-20T06:00:00.000Z' },
      ...{ amountPence: pence(1_350), isUnsent: false },
    },
  ],
}

test('a sale names the payout that it left in by day and sum, which leads to all that is in it', async () => {
  const asked = mockEndpoint(api.payouts.endpoints.getPayout, inPayout)
  const user = setup({ sales: [aSale(), aSale({ orderNumber: 'DS-2', state: 'paid', payoutId, payout })] })

  await user.click(await screen.findByRole('button', { name: payoutName }))

  const dialog = within(await screen.findByRole('dialog', { name: payoutName }))
  expect(dialog.getByText('Dunlin')).toBeDefined()
  expect(dialog.getByText('£13.50')).toBeDefined()
  expect(asked.requests[0]?.params).toEqual({ payoutId })
})

test.each([
  ['in part', 'partially_sent', /^It was sent to your account at Stripe, but for what is marked as not sent/],
  ['not at all', 'failed', /^None of it was sent/],
] as const)('a payout that was sent %s says why that may be, and marks what was not sent', async (_, state, words) => {
  const sales = inPayout.sales.map((sale) => ({ ...sale, isUnsent: true }))
  mockEndpoint(api.payouts.endpoints.getPayout, { ...inPayout, state, sales })
  setup({ at: addresses.payout(payoutId) })

  const dialog = within(await screen.findByRole('dialog', { name: payoutName }))
  expect(dialog.getByText(words).textContent).toMatch(/money back.* looked into/)
  expect(dialog.getByText('not sent')).toBeDefined()
})

test('a payout that a mail leads to is open at once', async () => {
  mockEndpoint(api.payouts.endpoints.getPayout, inPayout)
  setup({ at: addresses.payout(payoutId) })

  expect(await screen.findByRole('dialog', { name: payoutName })).toBeDefined()
})

test('how far the sales were read is in the address, and what was read comes again', async () => {
  const pages = () =>
    mockEndpoint(api.payouts.endpoints.sales, ({ query }) => {
      const page = Number(query.cursor ?? 1)
      return {
        items: [aSale({ orderNumber: `DS-${String(page)}` })],
        ...(page < 4 && { nextCursor: String(page + 1) }),
      }
    })
  const user = setup({ at: '/dashboard?tab=balance&page=2' })
  pages()
  await screen.findByText(/DS-2/)
  await user.click(await screen.findByRole('button', { name: 'Load More Sales' }))
  await screen.findByText(/DS-3/)
  expect(screen.getByTestId('address').textContent).toBe('/dashboard?tab=balance&page=3')
  expect(screen.queryByText(/DS-4/)).toBeNull()
})

test.each([
  ['a sale that was given back before it cleared', { state: 'reversed', clearsAt: '2999-01-03T10:00:00.000Z' }, null],
  ['a disputed sale that has not cleared', { state: 'disputed', clearsAt: '2999-01-03T10:00:00.000Z' }, /^Clears 3/],
  ['a sale that can be paid out', { state: 'available', clearsAt: '2020-01-03T10:00:00.000Z' }, /^Cleared 3/],
])('of %s no clearing is said that is still to come, or never does', async (_, sale, said) => {
  setup({ sales: [aSale(sale)] })

  const row = within((await screen.findByText(/DS-1/)).closest('tr') ?? document.body)
  expect(row.queryByText(/^Clear/)?.textContent ?? '').toMatch(said ?? /^$/)
})

test('a sale of which a part went back shows what is left of the share, and why', async () => {
  setup({ sales: [aSale({ returnedPence: 700, reversedPence: 630, pendingPence: 720 })] })

  const row = within((await screen.findByText(/DS-1/)).closest('tr') ?? document.body)
  expect(row.getByText('£7.20')).toBeDefined()
  expect(row.getByText('of £13.50: £7.00 went back to the buyer')).toBeDefined()
})

test('the file of sales is safe for spreadsheets', () => {
  const file = salesFile([aSale({ photoTitles: ['=HYPERLINK("x")', 'A, B'] })])

  const [, line] = file.split('\r\n')
  expect(line).toBe(
    'DS-1,"\'=HYPERLINK(""x""); A, B",2030-01-01T10:00:00.000Z,15.00,1.50,13.50,0.00,0.00,13.50,0.00,0.00,0.00,0.00,0.00,Processing,2030-01-03T10:00:00.000Z,,,',
  )
})

test('the file is fetched in the largest pages there are, and holds the sales of all of them', async () => {
  const user = setup({ sales: [aSale()] })
  const asked = mockEndpoint(api.payouts.endpoints.sales, ({ query }) =>
    query.cursor === undefined
      ? { items: [aSale()], nextCursor: 'further' }
      : { items: [aSale({ orderNumber: 'DS-2' })] },
  )
  const texts: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) texts.push(blob)
    return 'blob:file'
  })

  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))

  await waitFor(() => expect(texts).toHaveLength(1))
  const [ofTable, ...ofFile] = asked.requests.map(({ query }) => query)
  expect(ofTable).toEqual({})
  expect(ofFile).toEqual([
    { limit: String(limits.payout.mostSalesAtOnce) },
    { limit: String(limits.payout.mostSalesAtOnce), cursor: 'further' },
  ])
  expect((await texts[0]?.text())?.match(/DS-\d/g)).toEqual(['DS-1', 'DS-2'])
})

test('a photographer whose payouts are held is promised none', async () => {
  setup({ balance: { nextPayoutAt: null, notice: 'Your payouts are on hold: “We are checking a sale with you”.' } })
  expect(await screen.findByText(/Next payout: none while your payouts are on hold/)).toBeDefined()
  expect(screen.getByText('Waits while your payouts are on hold')).toBeDefined()
  expect(screen.queryByText('Can be paid out now')).toBeNull()
  expect(screen.getByText(/We are checking a sale with you/)).toBeDefined()
})

const usedLink = '/dashboard?tab=balance&setup=again'
/** Where the page was led in its own tab. */
const places = () => {
  const led: string[] = []
  vi.spyOn(window.location, 'replace').mockImplementation((url) => void led.push(String(url)))
  return led
}

test('a link to the set-up that was used leads on to a new one, once and without a click', async () => {
  const led = places()
  const asked = mockEndpoint(api.payouts.endpoints.setUpAccount, { url: 'https://connect.example/onboard' })
  setup({ balance: { payoutAccount: 'incomplete' }, at: usedLink })

  await waitFor(() => expect(led).toEqual(['https://connect.example/onboard']))
  expect(asked.requests).toHaveLength(1)
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard?tab=balance'))
})

test('a used link that cannot be made anew says so, and the button is there', async () => {
  const led = places()
  mockEndpoint(api.payouts.endpoints.setUpAccount, { refuse: 'unavailable' })
  setup({ balance: { payoutAccount: 'incomplete' }, at: usedLink })

  expect(await toastOf('Setup Error')).toMatchObject({ kind: 'destructive' })
  expect(await screen.findByRole('button', { name: 'Finish Setting Up' })).toBeDefined()
  expect(led).toEqual([])
})

const longAgo = () => {
  const client = fakeAuthClient(ada)
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance({ availablePence: 1350 })))
  mockEndpoint(api.payouts.endpoints.sales, { items: [] })
  const server = { isFresh: false }
  const request = mockEndpoint(api.payouts.endpoints.request, () =>
    server.isFresh ? { payoutId, amountPence: SumPence.parse(1350) } : { refuse: 'sign_in_too_old' },
  )
  renderPage(
    <RequireSession whenEnded={<SignInAgain />}>
      <BalanceTab />
    </RequireSession>,
    { user: ada, client },
  )
  return { client, server, request, user: userEvent.setup() }
}

test('a payout asks for the password where one signed in long ago, and goes on by itself', async () => {
  const { client, server, request, user } = longAgo()

  await user.click(await screen.findByRole('button', { name: 'Request Payout' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
  expect(dialog.getByText(/make sure that it is you/)).toBeDefined()
  server.isFresh = true
  client.tell({ user: { ...ada, signedInAtMs: Date.now() } })
  expect(await toastOf('Payout Requested')).toMatchObject({
    description: '£13.50 is being transferred to your account.',
  })
  expect(request.requests).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('without the password nothing is paid, and one stays signed in', async () => {
  const { request, user } = longAgo()
  await user.click(await screen.findByRole('button', { name: 'Request Payout' }))
  await screen.findByRole('dialog', { name: 'Please sign in again' })

  await user.keyboard('{Escape}')

  expect(await toastOf('Payout Error')).toMatchObject({ description: expect.stringMatching(/^Please sign in again/) })
  expect(request.requests).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Request Payout' })).toBeDefined()
})
