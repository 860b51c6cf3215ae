import type { BalanceTransaction } from '../wire.ts'
import type { World } from '../world.ts'

const DAY_S = 24 * 60 * 60
/** UK card payments settle after three days: https://docs.stripe.com/payouts#payout-speed (business days there). */
const SETTLEMENT_DAYS = 3

/** Stripe's standard UK card fee, 1.5% + 20p: https://stripe.com/gb/pricing */
export const cardFeePence = (amountPence: number) => Math.round((amountPence * 15) / 1000) + 20

/** When money taken at `created` may be used: the start of the third day after. */
export const settlesOn = (created: number) => (Math.floor(created / DAY_S) + SETTLEMENT_DAYS) * DAY_S

type Entry = {
  owner: string
  type: BalanceTransaction['type']
  category: string
  amount: number
  fee?: number
  feeDescription?: string
  source: string
  availableOn?: number
  description?: string
}

/** Books a movement of `owner`'s balance; without `availableOn` it counts at once. */
export const book = (world: World, entry: Entry): BalanceTransaction => {
  const fee = entry.fee ?? 0
  const created = world.now()
  const availableOn = entry.availableOn ?? created
  const transaction: BalanceTransaction = {
    id: world.newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: availableOn,
    balance_type: 'payments',
    created,
    currency: 'gbp',
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'gbp',
              description: entry.feeDescription ?? 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: entry.amount - fee,
    reporting_category: entry.category,
    source: entry.source,
    status: availableOn <= created ? 'available' : 'pending',
    type: entry.type,
  }
  world.state.balanceEntries.put({ id: transaction.id, owner: entry.owner, transaction })
  return transaction
}

/** A balance transaction as it stands now: what was pending has perhaps settled. */
export const asOfNow = (world: World, transaction: BalanceTransaction): BalanceTransaction => ({
  ...transaction,
  status: transaction.available_on <= world.now() ? 'available' : 'pending',
})

/** `owner`'s money now: what may be used, and what has yet to settle. */
export const balanceOf = (world: World, owner: string) => {
  let available = 0
  let pending = 0
  for (const { transaction } of world.state.balanceEntries.where('owner', owner)) {
    if (transaction.available_on <= world.now()) available += transaction.net
    else pending += transaction.net
  }
  return { available, pending }
}
