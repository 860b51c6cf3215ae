import type { PayAccount } from '#functions/payouts/pay-account-store.ts'
import { userIdOf } from './ids.ts'

/** The Stripe account of photographer 1, which can be paid; name what matters. */
export const aPayAccount = (overrides: Partial<PayAccount> = {}): PayAccount => ({
  userId: userIdOf(1),
  stripeAccountId: 'acct_1',
  canReceive: true,
  detailsSubmitted: true,
  disabledReason: null,
  isDisconnected: false,
  bankReturn: null,
  bankVersion: 0,
  accountNumber: 1,
  checkedAt: '2030-01-01T10:00:00.000Z',
  ...overrides,
})
