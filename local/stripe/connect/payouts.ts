import { listOperation, type Operation } from '../http/operation.ts'
import { balanceOf, book } from '../payments/balance-ledger.ts'
import type { Payout } from '../wire.ts'
import { PLATFORM, type World } from '../world.ts'
import { isPaidOut, isPayoutDay, scheduleOf } from './balance-settings.ts'

const ARRIVES_AFTER_S = 2 * 24 * 60 * 60

export const payoutOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/payouts',
    filters: {},
    candidates: ({ account, world }) =>
      world.state.payouts.where('owner', account ?? PLATFORM).map(({ payout }) => payout),
  }),
]

type Sent = { pence: number; isAutomatic: boolean }

/** Sends `owner`'s money to its bank: by itself, or because somebody asked for it. */
export const sendPayout = (world: World, owner: string, { pence: amount, isAutomatic }: Sent): Payout => {
  const id = world.newId('po')
  const bank = world.state.accounts.find(owner)?.external_accounts?.data[0]
  const transaction = book(world, { owner, type: 'payout', category: 'payout', amount: -amount, source: id })
  const payout: Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now() + ARRIVES_AFTER_S,
    automatic: isAutomatic,
    balance_transaction: transaction.id,
    created: world.now(),
    currency: 'gbp',
    description: 'STRIPE PAYOUT',
    destination: bank?.id ?? null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  world.state.payouts.put({ id, owner, payout })
  tell(world, owner, { type: 'payout.created', payout })
  return payout
}

const tell = (
  world: World,
  owner: string,
  { type, payout }: { type: 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.canceled'; payout: Payout },
) => world.emit(type, payout, owner === PLATFORM ? {} : { account: owner })

export const arrive = (world: World, owner: string, payout: Payout) => {
  payout.status = 'paid'
  payout.arrival_date = Math.min(payout.arrival_date, world.now())
  tell(world, owner, { type: 'payout.paid', payout })
}

/** The bank sends a payout back, perhaps after it was paid: https://docs.stripe.com/payouts#payout-failures */
export const failPayout = (world: World, owner: string, payout: Payout) => {
  if (payout.status === 'failed' || payout.status === 'canceled') return
  putBack(world, { owner, payout, type: 'payout_failure' })
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed.'
  tell(world, owner, { type: 'payout.failed', payout })
}

/** As long as it has not arrived: https://docs.stripe.com/api/payouts/cancel */
export const cancelPayout = (world: World, owner: string, payout: Payout) => {
  if (payout.status !== 'in_transit') return
  putBack(world, { owner, payout, type: 'payout_cancel' })
  payout.status = 'canceled'
  tell(world, owner, { type: 'payout.canceled', payout })
}

type Return = { owner: string; payout: Payout; type: 'payout_failure' | 'payout_cancel' }
const putBack = (world: World, { owner, payout, type }: Return) => {
  const entry = book(world, { owner, type, category: 'payout_reversal', amount: payout.amount, source: payout.id })
  payout.failure_balance_transaction = entry.id
}

/** Payouts whose day has come are in the bank. */
export const arriveDuePayouts = (world: World) => {
  for (const { owner, payout } of world.state.payouts.all()) {
    if (payout.status === 'in_transit' && payout.arrival_date <= world.now()) arrive(world, owner, payout)
  }
}

const DAY_S = 24 * 60 * 60
const dayOf = (seconds: number) => Math.floor(seconds / DAY_S)

/**
 * Pays out the balance of every account, the platform's included, on the days of its schedule: daily, unless `POST
 * /v1/balance_settings` set another (https://docs.stripe.com/payouts#payout-schedule). At most one automatic payout a
 * day and owner, so a clock that jumps over several days pays once. There is none on the day of an owner's first entry.
 */
export const payOutByItself = (world: World) => {
  const today = dayOf(world.now())
  for (const owner of [PLATFORM, ...world.state.accounts.all().map(({ id }) => id)]) {
    const [first] = world.state.balanceEntries.where('owner', owner)
    const last = world.state.payoutDays.find(owner)?.day ?? dayOf(first?.transaction.created ?? world.now())
    if (last >= today) continue
    world.state.payoutDays.put({ id: owner, day: today })
    if (!isPaidOut(world, owner)) continue
    const schedule = scheduleOf(world, owner)
    if (!isPayoutDay(schedule, world.now())) continue
    const amount = balanceOf(world, owner).available - (schedule.minimumPence ?? 0)
    if (amount > 0) sendPayout(world, owner, { pence: amount, isAutomatic: true })
  }
}
