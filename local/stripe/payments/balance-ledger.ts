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

/** A running sum: entries are only ever added, and what settles on one day settles together. */
type Sum = { counted: number; asOf: number; available: number; pending: Map<number, number> }
const sums = new WeakMap<World['state']['balanceEntries'], Map<string, Sum>>()

const sumOf = (world: World, owner: string): Sum => {
  const { balanceEntries } = world.state
  const owners = sums.get(balanceEntries) ?? new Map<string, Sum>()
  sums.set(balanceEntries, owners)
  const known = owners.get(owner)
  // A clock that was set back makes pending again what had settled.
  const sum = known && known.asOf <= world.now() ? known : { counted: 0, asOf: 0, available: 0, pending: new Map() }
  owners.set(owner, sum)
  return sum
}

/** `owner`'s balance now: the available part and the part that has yet to settle. */
export const balanceOf = (world: World, owner: string) => {
  const sum = sumOf(world, owner)
  const entries = world.state.balanceEntries.where('owner', owner)
  for (; sum.counted < entries.length; sum.counted++) {
    const entry = entries[sum.counted]?.transaction
    if (entry) sum.pending.set(entry.available_on, (sum.pending.get(entry.available_on) ?? 0) + entry.net)
  }
  sum.asOf = world.now()
  let pending = 0
  for (const [availableOn, net] of sum.pending) {
    if (availableOn > sum.asOf) pending += net
    else {
      sum.available += net
      sum.pending.delete(availableOn)
    }
  }
  return { available: sum.available, pending }
}
