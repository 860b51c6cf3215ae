import * as z from 'zod'
import { invalid, missingObject, missingReference } from '../http/errors.ts'
import { listOperation, type Operation, operation, retrieveOperation } from '../http/operation.ts'
import { currency, integer, mergedMetadata, metadata, text } from '../http/params.ts'
import { inPounds } from '../pages/html.ts'
import { balanceOf, book } from '../payments/balance-ledger.ts'
import type { Charge, Transfer, TransferReversal } from '../wire.ts'
import { PLATFORM, type World } from '../world.ts'

const Create = z.strictObject({
  amount: integer({ min: 1 }),
  currency: currency(),
  destination: text(),
  source_transaction: text().optional(),
  transfer_group: text().optional(),
  metadata: metadata().optional(),
})
type Create = z.output<typeof Create>

const Reverse = z.strictObject({
  amount: integer({ min: 1 }).optional(),
})

const transferOf = (world: World, id: string) => {
  const transfer = world.state.transfers.find(id)
  if (!transfer) throw missingObject('transfer', id)
  return transfer
}

export const transferOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/transfers',
    params: Create,
    run: ({ params, world }) => createTransfer(world, params),
  }),
  listOperation({
    path: '/v1/transfers',
    filters: { destination: text().optional(), transfer_group: text().optional() },
    candidates({ params, world }) {
      const { transfers } = world.state
      const { destination, transfer_group } = params
      if (transfer_group === undefined) {
        return destination === undefined ? transfers.all() : transfers.where('destination', destination)
      }
      return transfers
        .where('transfer_group', transfer_group)
        .filter((transfer) => transfer.destination === (destination ?? transfer.destination))
    },
  }),
  retrieveOperation('/v1/transfers/:id', (id, { world }) => transferOf(world, id)),
  operation({
    method: 'POST',
    path: '/v1/transfers/:id/reversals',
    params: Reverse,
    run: ({ ids: [id], params, world }) => reverseTransfer(world, transferOf(world, id), params),
  }),
]

/** Stripe's rules: https://docs.stripe.com/connect/separate-charges-and-transfers#transfer-availability */
const createTransfer = (world: World, params: Create): Transfer => {
  const { state } = world
  const account = state.accounts.find(params.destination)
  if (!account) throw missingReference('destination', params.destination)
  if (account.capabilities?.transfers !== 'active') {
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments.',
      { code: 'insufficient_capabilities_for_transfer', param: 'destination' },
    )
  }
  const source =
    params.source_transaction === undefined ? undefined : sourceOf(world, params, params.source_transaction)
  const settles = state.balanceEntries.find(source?.balance_transaction ?? '')?.transaction.available_on
  // "returns success regardless of your available balance if the related charge hasn't settled yet": a charge that has
  // settled spares the platform's available balance nothing, nor does one whose money is not even on its way.
  const isUnsettled = settles !== undefined && settles > world.now()
  if (!isUnsettled && balanceOf(world, PLATFORM).available < params.amount) {
    throw invalid('You have insufficient available funds in your Stripe account.', { code: 'balance_insufficient' })
  }
  const id = world.newId('tr')
  const destinationPayment = world.newId('py')
  const later = isUnsettled ? { availableOn: settles } : {}
  const transaction = book(world, {
    owner: PLATFORM,
    type: 'transfer',
    category: 'transfer',
    amount: -params.amount,
    source: id,
    ...later,
  })
  book(world, {
    owner: account.id,
    type: 'payment',
    category: 'charge',
    amount: params.amount,
    source: destinationPayment,
    ...later,
  })
  const transfer: Transfer = {
    id,
    object: 'transfer',
    amount: params.amount,
    amount_reversed: 0,
    balance_transaction: transaction.id,
    created: world.now(),
    currency: 'gbp',
    description: null,
    destination: account.id,
    destination_payment: destinationPayment,
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source?.id ?? null,
    source_type: 'card',
    transfer_group: source?.transfer_group ?? params.transfer_group ?? null,
  }
  state.transfers.put(transfer)
  world.emit('transfer.created', transfer)
  return transfer
}

const sourceOf = (world: World, params: Create, id: string): Charge => {
  const charge = world.state.charges.find(id)
  if (!charge) throw missingReference('charge', id, 'source_transaction')
  if (charge.status === 'failed') {
    throw invalid(`Charge ${id} failed and cannot be the source of a transfer.`, { param: 'source_transaction' })
  }
  if (charge.transfer_group !== null && (params.transfer_group ?? charge.transfer_group) !== charge.transfer_group) {
    throw invalid(`The transfer_group does not match that of the charge ${id}.`, { param: 'transfer_group' })
  }
  const sent = world.state.transfers
    .where('source_transaction', id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
  if (sent + params.amount > charge.amount) {
    const left = inPounds(charge.amount - sent)
    throw invalid(`The transfer of ${inPounds(params.amount)} is more than what is left of the charge (${left}).`, {
      param: 'amount',
    })
  }
  if (charge.transfer_group === null) {
    charge.transfer_group = params.transfer_group ?? `group_${charge.id}`
    world.state.charges.put(charge)
  }
  return charge
}

/**
 * Takes money back from a connected account. Its *available* balance must be greater than the amount reversed:
 * https://docs.stripe.com/connect/separate-charges-and-transfers#reverse-transfers. "Greater" is read as "not less".
 */
const reverseTransfer = (world: World, transfer: Transfer, params: z.output<typeof Reverse>): TransferReversal => {
  const left = transfer.amount - transfer.amount_reversed
  const amount = params.amount ?? left
  if (left === 0) throw invalid(`Transfer ${transfer.id} has already been reversed.`)
  if (amount > left) {
    throw invalid(`The amount ${inPounds(amount)} is more than what is left of the transfer (${inPounds(left)}).`, {
      param: 'amount',
    })
  }
  const owner = transfer.destination ?? ''
  if (balanceOf(world, owner).available < amount) {
    throw invalid(`The account ${owner} has insufficient funds for this reversal.`, { code: 'balance_insufficient' })
  }
  const id = world.newId('trr')
  const refundId = world.newId('pyr')
  const transaction = book(world, {
    owner: PLATFORM,
    type: 'transfer_refund',
    category: 'transfer_reversal',
    amount,
    source: transfer.id,
  })
  book(world, { owner, type: 'payment_refund', category: 'refund', amount: -amount, source: refundId })
  const reversal: TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction.id,
    created: world.now(),
    currency: 'gbp',
    destination_payment_refund: refundId,
    metadata: {},
    source_refund: null,
    transfer: transfer.id,
  }
  transfer.reversals.data.unshift(reversal)
  transfer.amount_reversed += amount
  transfer.reversed = transfer.amount_reversed === transfer.amount
  world.emit('transfer.reversed', transfer)
  return reversal
}
