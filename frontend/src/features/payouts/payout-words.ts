import { formatDate } from '#frontend/shared/format/dates.ts'
import type { PayoutName, PayoutView } from '#schema/api/payouts.ts'
import { formatPounds } from '#schema/money.ts'

/** "Payout of 30 Nov 2026, £123.45", which breaks within no date. */
export const payoutNameOf = ({ at, amountPence }: Pick<PayoutName, 'at' | 'amountPence'>): string =>
  `Payout of ${formatDate(at).replaceAll(' ', '\u00a0')}, ${formatPounds(amountPence)}`

export const payoutStates = {
  reserved: 'It is under way to your account at Stripe.',
  sending: 'It is under way to your account at Stripe.',
  sent: 'It was sent to your account at Stripe, which sends it on to your bank.',
  partially_sent:
    'It was sent to your account at Stripe, but for what is marked as not sent: that could not be sent, its buyer has the money back, or the sale is looked into.',
  failed:
    'None of it was sent: it could not be sent, its buyers have the money back, or the sales are looked into. What is yours of it is in your balance.',
} as const satisfies Record<PayoutView['state'], string>
