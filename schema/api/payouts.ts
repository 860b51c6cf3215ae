import * as z from 'zod'
import { Buckets } from '#schema/entities/earning.ts'
import { PayoutState } from '#schema/entities/payout.ts'
import { PayoutId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Pence, SignedPence, SumPence } from '#schema/money.ts'
import { Cursor, Timestamp } from '#schema/text.ts'
import { endpoint, inAddress, subject } from './endpoint.ts'
import { pageOf } from './views.ts'

/** checking: the provider looks at what was entered. disabled: something is to be done. rejected: nothing mends it. */
const PayoutAccountState = z.enum(['none', 'incomplete', 'checking', 'ready', 'disabled', 'rejected'])

export const BalanceView = z.object({
  availablePence: SignedPence,
  pendingPence: SumPence,
  /** Frozen while a buyer's bank asks about a payment or decides on it: cannot be paid out and pays no debt. */
  heldPence: SumPence,
  /** The shares of all sales, less what went back to buyers. */
  totalEarnedPence: SumPence,
  lastPayoutAt: Timestamp.nullable(),
  /** `null` while the account cannot be paid, and while payouts are held: the notice says why. */
  nextPayoutAt: Timestamp.nullable(),
  /** The weekly payout leaves less than this for a later week; 0: it pays whatever there is. */
  payoutFromPence: SumPence,
  payoutAccount: PayoutAccountState,
  /** Why the available balance is negative or a payout did not arrive, in words; `null` when all is well. */
  notice: z.string().nullable(),
})
export type BalanceView = z.infer<typeof BalanceView>

/** A payout as its photographer knows it: by its day and its sum, as its mail and their account at Stripe say them. */
export const PayoutName = z.object({
  id: PayoutId,
  /** When it was sent; while it is under way, when it was begun. */
  at: Timestamp,
  /** What was sent; while it is under way, what is to be. */
  amountPence: SumPence,
})
export type PayoutName = z.infer<typeof PayoutName>

/** A payout with what each sale in it came to. */
export const PayoutView = PayoutName.extend({
  state: PayoutState,
  /** The oldest first. */
  sales: z.array(
    z.object({
      orderNumber: z.string(),
      photoTitles: z.array(z.string()),
      morePhotos: z.int().min(0),
      paidAt: Timestamp,
      amountPence: Pence,
      /** Stripe refused it, or its buyer had money back or asked their bank first: it is the balance's again, as far as it is theirs. */
      isUnsent: z.boolean(),
    }),
  ),
})
export type PayoutView = z.infer<typeof PayoutView>

/**
 * One sale in the open wallet. The order is named by its short number: its id is the buyer's secret. Its buckets sum to
 * `sharePence`, and those of all sales to the balance, to the penny.
 */
export const Sale = z.object({
  orderNumber: z.string(),
  /** The first of them, and how many more there are. */
  photoTitles: z.array(z.string()),
  morePhotos: z.int().min(0),
  paidAt: Timestamp,
  grossPence: Pence,
  feePence: Pence,
  sharePence: Pence,
  /** What the buyer has back, of `grossPence`; `reversedPence` is what that took of the share. */
  returnedPence: Pence,
  ...Buckets.shape,
  state: z.enum(['pending', 'available', 'paying', 'paid', 'disputed', 'reversed']),
  clearsAt: Timestamp,
  payoutId: PayoutId.nullable(),
  /** The same payout by its name; absent in answers of an earlier release. */
  payout: PayoutName.nullable().default(null),
})
export type Sale = z.infer<typeof Sale>

export const payouts = subject('payouts', 'Photographers cannot see or withdraw their money.', {
  balance: endpoint({
    method: 'GET',
    path: '/me/balance',
    access: 'photographer',
    whileClosing: true,
    summary: 'Available, pending and total earned',
    response: BalanceView,
    errors: [],
  }),
  sales: endpoint({
    method: 'GET',
    path: '/me/sales',
    access: 'photographer',
    whileClosing: true,
    summary: 'Every sale with price, fee, share, the minute it clears and the payout it left in',
    query: z.object({
      limit: inAddress(z.int().min(1).max(limits.payout.mostSalesAtOnce).default(limits.payout.salesPerPage))
        .optional()
        .default(limits.payout.salesPerPage),
      cursor: Cursor.optional(),
    }),
    response: pageOf(Sale),
    errors: ['invalid_cursor'],
  }),
  getPayout: endpoint({
    method: 'GET',
    path: '/me/payouts/{payoutId}',
    access: 'photographer',
    whileClosing: true,
    summary: 'One own payout with the sales that are in it',
    params: z.object({ payoutId: PayoutId }),
    response: PayoutView,
    errors: ['payout_not_found'],
  }),
  setUpAccount: endpoint({
    method: 'POST',
    path: '/me/payout-account',
    access: 'photographer',
    whileClosing: true,
    freshSignIn: true,
    summary: 'Starts or resumes the onboarding of the payout account',
    response: z.object({ url: z.string() }),
    errors: ['sign_in_too_old'],
  }),
  request: endpoint({
    method: 'POST',
    path: '/me/payouts',
    access: 'photographer',
    whileClosing: true,
    freshSignIn: true,
    summary: 'Pays out all that is available now',
    /** `amountPence` is all that is sent, in this payout and in those that follow it where one has no room. */
    response: z.object({ payoutId: PayoutId, amountPence: SumPence }),
    errors: ['sign_in_too_old', 'no_balance', 'no_payout_account', 'payout_in_progress', 'payouts_on_hold'],
  }),
})
