import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { ConvergeCharge } from '#functions/payments/converge-charge.ts'
import { kindOfEvent } from '#functions/payments/event-kinds.ts'
import type { ConvergeTransfer } from '#functions/payments/recover-share.ts'
import type { ConvergeBankPayouts } from '#functions/payouts/converge-bank-payouts.ts'
import type { FreshAccount } from '#functions/payouts/pay-account.ts'
import type { PayAccountStore } from '#functions/payouts/pay-account-store.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { ConvergeSubscription } from '#functions/subscriptions/converge-subscription.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'
import type { UserId } from '#schema/ids.ts'
import type { EventStore } from './event-store.ts'

type Parts = {
  converge: ConvergeOrder
  convergeCharge: ConvergeCharge
  convergeTransfer: ConvergeTransfer
  freshAccount: FreshAccount
  convergeBankPayouts: ConvergeBankPayouts
  convergeSubscription: ConvergeSubscription
  pointers: PointerStore
  accounts: Pick<PayAccountStore, 'find'>
  events: EventStore
  now: Clock
}

/**
 * One message of the worker. It may come late, twice or before what it builds on: the object is read anew from Stripe.
 * @throws for an object that Stripe does not know: the message comes again, and in the end lies in the dead-letter queue.
 */
export const handleEvent = (parts: Parts) => {
  /** Whose account it is. One that another took the place of tells nothing of that one. */
  const ownerOf = async (accountId: string): Promise<UserId | undefined> => {
    const owner = (await parts.pointers.find(accountId))?.userId
    const present = owner && (await parts.accounts.find(owner))
    return present?.stripeAccountId === accountId ? owner : undefined
  }
  const outcomes = {
    session: async ({ objectId }: PaymentEvent): Promise<string> => {
      const converged = await parts.converge(objectId)
      if (converged.kind === 'unknown_session') throw new Error('Stripe does not know this session.')
      return converged.kind === 'settled' ? converged.order.status : converged.kind
    },
    charge: async ({ objectId, chargeId }: PaymentEvent): Promise<string> => {
      const outcome = await parts.convergeCharge(chargeId ?? objectId)
      if (outcome === 'unknown') throw new Error('Stripe does not know this charge.')
      return outcome
    },
    transfer: async ({ objectId }: PaymentEvent): Promise<string> => {
      const outcome = await parts.convergeTransfer(objectId)
      if (outcome === 'unknown') throw new Error('Stripe does not know this transfer.')
      return outcome
    },
    account: async ({ accountId, objectId }: PaymentEvent): Promise<string> => {
      const owner = await ownerOf(accountId ?? objectId)
      if (!owner) return 'foreign'
      await parts.freshAccount(owner)
      return 'settled'
    },
    bank: async ({ accountId }: PaymentEvent): Promise<string> => {
      const owner = accountId === null ? undefined : await ownerOf(accountId)
      return owner ? parts.convergeBankPayouts(owner) : 'foreign'
    },
    subscription: async ({ customerId }: PaymentEvent): Promise<string> =>
      customerId === undefined ? 'foreign' : parts.convergeSubscription(customerId),
  }
  return async (event: PaymentEvent): Promise<void> => {
    // A Checkout Session sells an order or a subscription; only the latter's event names a customer.
    const kind = event.customerId === undefined ? kindOfEvent(event.type, event.source) : 'subscription'
    const outcome = kind ? await outcomes[kind](event) : 'ignored'
    await parts.events.record(event, outcome, parts.now())
  }
}
