import type { Stripe } from 'stripe'
import { AppError } from '#schema/errors.ts'
import { StripeEvent } from '#schema/events/payment.ts'
import { addresses } from '#schema/paths.ts'
import { transferEventTypes } from './event-kinds.ts'
import { messageOf } from './event-message.ts'
import type { NewTransfer, PayAccountState, PayoutProvider, Transfer } from './payments.ts'
import { change, createdIn, fromEpoch, read } from './stripe-client.ts'

/** What Stripe says of an account that left or was deleted. Its other 403, a key that may not look, says nothing of it. */
const leftUs = { goneCode: 'account_invalid' }

/** Photographers' accounts and the money that goes there: Express accounts, separate charges and transfers. */
export const stripePayouts = (
  stripe: () => Promise<Stripe>,
  {
    siteUrl,
    stage,
    mayAskForTransfersAlone = async () => false,
  }: { siteUrl: () => string; stage: () => string; mayAskForTransfersAlone?: () => Promise<boolean> },
): PayoutProvider => ({
  createTransfer: async (transfer, idempotencyKey) => {
    const client = await stripe()
    const answer = await change(() => client.transfers.create(transferParams(transfer, stage()), { idempotencyKey }))
    return answer.kind === 'done' ? { kind: 'done', value: transferOf(answer.value) } : answer
  },
  findTransfer: async (transferId) => {
    const client = await stripe()
    const found = await read(() => client.transfers.retrieve(transferId))
    return found && transferOf(found)
  },
  listTransfers: async ({ orderId, accountId }) => {
    const client = await stripe()
    const page = await read(() =>
      client.transfers.list({ transfer_group: orderId, destination: accountId, limit: 100 }),
    )
    return (page?.data ?? []).map(transferOf)
  },
  listMadeTransfers: async (period, after) => {
    const client = await stripe()
    const page = await read(() =>
      client.transfers.list({
        created: createdIn(period),
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    const last = page?.has_more ? page.data.at(-1)?.id : undefined
    return { transfers: (page?.data ?? []).map(transferOf), ...(last !== undefined && { next: last }) }
  },
  listReversed: async (period, after) => {
    const client = await stripe()
    const page = await read(() =>
      client.events.list({
        types: transferEventTypes(),
        created: createdIn(period),
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    const messages = (page?.data ?? []).flatMap((event) => messageOf(StripeEvent.parse(event), 'platform') ?? [])
    const last = page?.has_more ? page.data.at(-1)?.id : undefined
    return {
      transferIds: [...new Set(messages.map(({ objectId }) => objectId))],
      ...(last !== undefined && { next: last }),
    }
  },
  reverseTransfer: async ({ transferId, amountPence }, idempotencyKey) => {
    const client = await stripe()
    const answer = await change(() =>
      client.transfers.createReversal(transferId, { amount: amountPence }, { idempotencyKey }),
    )
    return answer.kind === 'done' ? { kind: 'done', value: { id: answer.value.id } } : answer
  },
  createAccount: async ({ userId, email }, idempotencyKey) => {
    const client = await stripe()
    const account = expressAccount(await mayAskForTransfersAlone())
    const answer = await change(() =>
      client.accounts.create(
        {
          ...account,
          email,
          metadata: { user_id: userId, stage: stage() },
        },
        { idempotencyKey },
      ),
    )
    return answer.kind === 'done' ? { kind: 'done', value: accountOf(answer.value) } : answer
  },
  findAccount: async (accountId) => {
    const client = await stripe()
    const found = await read(() => client.accounts.retrieve(accountId), leftUs)
    return found && accountOf(found)
  },
  listBankPayouts: async (accountId) => {
    const client = await stripe()
    const page = await read(
      () =>
        client.payouts.list({ limit: 30, expand: ['data.failure_balance_transaction'] }, { stripeAccount: accountId }),
      leftUs,
    )
    return (page?.data ?? []).map(bankPayoutOf)
  },
  accountPage: async (account) => {
    const client = await stripe()
    const page = siteUrl() + addresses.dashboardTab('balance')
    const link = await read<{ url: string }>(() =>
      account.detailsSubmitted && account.canReceive
        ? client.accounts.createLoginLink(account.id)
        : client.accountLinks.create({
            account: account.id,
            type: 'account_onboarding',
            return_url: page,
            // A link works once and for minutes; whoever comes back with a used one is sent on with a new one by this page
            // (https://docs.stripe.com/api/account_links/create, `refresh_url`).
            refresh_url: `${page}&setup=again`,
          }),
    )
    if (!link) throw new AppError('unavailable')
    return link.url
  },
})

/**
 * An account with the Express Dashboard whose losses and fees the platform bears, by the properties that replace
 * `type: 'express'` (https://docs.stripe.com/connect/migrate-to-controller-properties). Transfers alone would suffice and
 * ask less of photographers, but Stripe refuses that to every platform that it has not approved for it
 * (https://docs.stripe.com/connect/account-capabilities#transfers).
 */
export const expressAccount = (transfersAlone: boolean) =>
  ({
    country: 'GB',
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    capabilities: {
      ...(!transfersAlone && { card_payments: { requested: true } }),
      transfers: { requested: true },
    },
  }) as const satisfies Stripe.AccountCreateParams

const transferParams = (transfer: NewTransfer, stage: string): Stripe.TransferCreateParams => ({
  amount: transfer.amountPence,
  currency: 'gbp',
  destination: transfer.accountId,
  // Ties it to the sale: it works before the card's money has arrived, and never exceeds the charge.
  source_transaction: transfer.chargeId,
  transfer_group: transfer.orderId,
  metadata: {
    payout_id: transfer.payoutId,
    order_id: transfer.orderId,
    seller_id: transfer.sellerId,
    stage,
  },
})

/** A transfer as Stripe tells it, in our words. */
export const transferOf = ({ id, amount, amount_reversed, metadata }: Stripe.Transfer): Transfer => ({
  id,
  amountPence: amount,
  reversedPence: amount_reversed,
  orderId: metadata.order_id ?? null,
  payoutId: metadata.payout_id ?? null,
  sellerId: metadata.seller_id ?? null,
  stage: metadata.stage ?? null,
})

/** What came back says when by the entry that put it back into the balance. */
const bankPayoutOf = ({ id, amount, status, arrival_date, failure_balance_transaction: entry }: Stripe.Payout) => {
  const returnedAt = entry !== null && typeof entry !== 'string' ? entry.created : arrival_date
  const common = { id, amountPence: amount }
  switch (status) {
    case 'paid':
      return { ...common, state: 'arrived', endedAt: fromEpoch(arrival_date) } as const
    case 'failed':
      return { ...common, state: 'returned', endedAt: fromEpoch(returnedAt) } as const
    case 'canceled':
      return { ...common, state: 'cancelled', endedAt: fromEpoch(returnedAt) } as const
    default:
      return { ...common, state: 'under_way', endedAt: fromEpoch(arrival_date) } as const
  }
}

const accountOf = (account: Stripe.Account): PayAccountState => ({
  id: account.id,
  canReceive: account.capabilities?.transfers === 'active',
  detailsSubmitted: account.details_submitted,
  // Until the details are in, "past due" only says that they are not.
  disabledReason: account.details_submitted ? (account.requirements?.disabled_reason ?? null) : null,
})
