import * as z from 'zod'
import { pay } from './checkout/paying.ts'
import { awaitVerification, completeOnboarding, deauthorise } from './connect/account-changes.ts'
import { platformOf } from './connect/new-account.ts'
import { arrive, cancelPayout, failPayout, sendPayout } from './connect/payouts.ts'
import { Fault, type Faults } from './http/faults.ts'
import { balanceOf, book } from './payments/balance-ledger.ts'
import { advanceDispute, disputeStages, openDispute } from './payments/disputes.ts'
import { failRefund, sendPendingRefunds } from './payments/refund-money.ts'
import type { ApiRequest } from './request-log.ts'
import { Stock, stock } from './stock.ts'
import type { WebhookDelivery } from './webhooks/delivery.ts'
import { PLATFORM, type World } from './world.ts'

export type ControlParts = {
  world: World
  faults: Faults
  webhooks: WebhookDelivery
  /** Runs everything that is due by the clock. */
  tick(): void
  requests(): readonly ApiRequest[]
}

/** A thing that cannot be done, said to whoever holds the controls. */
export class ControlRefusal extends Error {}

const wanted = <T>(found: T | undefined, what: string, id: string): T => {
  if (found === undefined) throw new ControlRefusal(`There is no ${what} ${id}.`)
  return found
}

/** One control: called here with its input, or posted as JSON to `/__control/<name>`. */
type Control<I, O> = { (input: I): Promise<O>; fromJson(value: unknown): Promise<O> }

const action = <P, I, O>(input: z.ZodType<P, I>, run: (input: P) => O | Promise<O>): Control<I, O> =>
  Object.assign(async (given: I) => run(input.parse(given)), {
    fromJson: async (value: unknown) => run(input.parse(value)),
  })

/** What only the outside world, time or bad luck would do: payments, faults, webhooks gone astray. */
export const controls = ({ world, faults, webhooks, tick, requests }: ControlParts) => {
  const { state } = world
  const sessionOf = (id: string) => wanted(state.checkoutSessions.find(id), 'Checkout Session', id)
  const accountNamed = (id: string) => wanted(state.accounts.find(id), 'account', id)
  const payOut = (owner: string) => {
    const { available } = balanceOf(world, owner)
    if (available <= 0) throw new ControlRefusal('There is nothing to pay out.')
    return sendPayout(world, owner, { pence: available, isAutomatic: true })
  }
  const lastOut = (owner: string) =>
    state.payouts
      .where('owner', owner)
      .map(({ payout }) => payout)
      .findLast(({ status }) => status === 'in_transit' || status === 'paid')
  return {
    /** Runs what is due by the clock: expiries, renewals, payouts, webhook retries. */
    tick: action(z.strictObject({}), async () => {
      tick()
      await webhooks.settled()
      return {}
    }),

    /** Creates many paid charges and ready accounts at once, without events: for load tests. */
    stock: action(Stock, (wanted) => stock(world, wanted)),

    /** Pays a session without a browser. */
    pay: action(
      z.strictObject({
        session: z.string(),
        card: z.string().default('4242424242424242'),
        email: z.string().optional(),
        name: z.string().optional(),
      }),
      ({ session: id, card, email, name }) => {
        const session = sessionOf(id)
        const holder = { email: session.customer_email ?? email ?? 'buyer@example.com', name: name ?? null }
        return pay(world, session, {
          holder,
          number: card,
        })
      },
    ),
    /** The operator sends money to the platform's balance, usable at once: https://docs.stripe.com/connect/top-ups */
    topUp: action(z.strictObject({ pence: z.int().positive() }), ({ pence }) => {
      book(world, { owner: PLATFORM, type: 'topup', category: 'topup', amount: pence, source: world.newId('tu') })
      sendPendingRefunds(world)
      return balanceOf(world, PLATFORM)
    }),
    /** The operator sends a part of the platform's balance to its bank, in the dashboard: https://docs.stripe.com/payouts */
    withdraw: action(z.strictObject({ pence: z.int().positive() }), ({ pence }) => {
      const { available } = balanceOf(world, PLATFORM)
      if (pence > available) throw new ControlRefusal(`Only ${available} of ${pence} are available.`)
      return sendPayout(world, PLATFORM, { pence, isAutomatic: false })
    }),

    /** The buyer's bank sends a refund back. */
    failRefund: action(
      z.strictObject({ refund: z.string(), reason: z.string().default('expired_or_canceled_card') }),
      (given) => failRefund(world, wanted(state.refunds.find(given.refund), 'refund', given.refund), given.reason),
    ),
    /** The buyer's bank disputes a charge: an inquiry, a dispute, or a dispute that has taken the money already. */
    createDispute: action(
      z.strictObject({
        charge: z.string(),
        amountPence: z.int().positive().optional(),
        stage: z.enum(['warning_needs_response', 'needs_response', 'funds_withdrawn']).default('funds_withdrawn'),
        reason: z.string().default('fraudulent'),
      }),
      ({ charge: id, amountPence, stage, reason }) => {
        const charge = wanted(state.charges.find(id), 'charge', id)
        const dispute = openDispute(world, charge, {
          amount: amountPence ?? charge.amount,
          stage: stage === 'funds_withdrawn' ? 'needs_response' : stage,
          reason,
        })
        return stage === 'funds_withdrawn' ? advanceDispute(world, dispute, { stage }) : dispute
      },
    ),
    /** Moves a dispute to any stage, so that events can come in any order; `amountPence` for a part reinstated. */
    advanceDispute: action(
      z.strictObject({
        dispute: z.string(),
        stage: z.enum(disputeStages),
        amountPence: z.int().nonnegative().optional(),
      }),
      ({ dispute: id, stage, amountPence }) =>
        advanceDispute(world, wanted(state.disputes.find(id), 'dispute', id), { stage, amount: amountPence }),
    ),
    closeDispute: action(
      z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost']) }),
      ({ dispute: id, outcome }) =>
        advanceDispute(world, wanted(state.disputes.find(id), 'dispute', id), { stage: outcome }),
    ),

    /** The owner completes onboarding, or leaves it to be verified. */
    completeOnboarding: action(
      z.strictObject({ account: z.string(), outcome: z.enum(['complete', 'pending']).default('complete') }),
      ({ account: id, outcome }) => {
        const account = accountNamed(id)
        return outcome === 'complete' ? completeOnboarding(world, account) : awaitVerification(world, account)
      },
    ),
    /** What Stripe lets the operator's own account do from now on. */
    setPlatform: action(
      z.strictObject({ isProfileComplete: z.boolean().optional(), mayAskForTransfersAlone: z.boolean().optional() }),
      ({ isProfileComplete, mayAskForTransfersAlone }) => {
        const now = platformOf(world)
        return state.platform.put({
          ...now,
          isProfileComplete: isProfileComplete ?? now.isProfileComplete,
          mayAskForTransfersAlone: mayAskForTransfersAlone ?? now.mayAskForTransfersAlone,
        })
      },
    ),
    /** The owner cuts the connection to the platform. */
    deauthorise: action(z.strictObject({ account: z.string() }), ({ account: id }) =>
      deauthorise(world, accountNamed(id)),
    ),
    /** Sends what a connected account has available to its bank, as Stripe does by itself. */
    payOut: action(z.strictObject({ account: z.string() }), ({ account: id }) => payOut(accountNamed(id).id)),
    /** A payout reaches the bank now. */
    arrivePayout: action(z.strictObject({ payout: z.string() }), ({ payout: id }) => {
      const { owner, payout } = wanted(state.payouts.find(id), 'payout', id)
      if (payout.status === 'in_transit') arrive(world, owner, payout)
      return payout
    }),
    /** The bank sends a payout back, before or after it was paid. */
    failPayout: action(z.strictObject({ payout: z.string() }), ({ payout: id }) => {
      const { owner, payout } = wanted(state.payouts.find(id), 'payout', id)
      failPayout(world, owner, payout)
      return payout
    }),
    /** A payout is cancelled before it arrives. */
    cancelPayout: action(z.strictObject({ payout: z.string() }), ({ payout: id }) => {
      const { owner, payout } = wanted(state.payouts.find(id), 'payout', id)
      cancelPayout(world, owner, payout)
      return payout
    }),
    /** The bank of an account sends its last payout back; one is sent first if none is out. */
    failBankPayout: action(z.strictObject({ account: z.string() }), ({ account: id }) => {
      const owner = accountNamed(id).id
      const payout = lastOut(owner) ?? payOut(owner)
      failPayout(world, owner, payout)
      return payout
    }),
    /** Lets a payout arrive at the account's bank at once: the one in transit, or else one of its whole balance. */
    arriveBankPayout: action(z.strictObject({ account: z.string() }), ({ account: id }) => {
      const owner = accountNamed(id).id
      const payout = state.payouts.where('owner', owner).findLast((each) => each.payout.status === 'in_transit')
      const sent = payout?.payout ?? payOut(owner)
      arrive(world, owner, sent)
      return sent
    }),
    /** The next renewal of a subscription is refused. */
    failNextRenewal: action(z.strictObject({ subscription: z.string() }), ({ subscription: id }) => {
      const { default_payment_method: method } = wanted(state.subscriptions.find(id), 'subscription', id)
      wanted(state.savedCards.find(method ?? ''), 'card of', id).failNext = true
      return {}
    }),

    /** Spoils the next matching requests of the API. */
    fault: action(Fault, (fault) => faults.add(fault)),
    /** Takes all faults back; requests that a `hold` stopped go on. */
    clearFaults: action(z.strictObject({}), () => {
      faults.clear()
      return {}
    }),

    /** Keeps new webhooks back, until `releaseWebhooks`. */
    holdWebhooks: action(z.strictObject({}), () => {
      webhooks.hold()
      return {}
    }),
    /** Sends what was held, as it arose. */
    releaseWebhooks: action(z.strictObject({}), async () => {
      await webhooks.release()
      return {}
    }),
    /** Sends every new webhook this many times more. */
    duplicateWebhooks: action(z.strictObject({ times: z.int().positive() }), ({ times }) => {
      webhooks.duplicate(times)
      return {}
    }),
    /** Loses the next webhooks for ever. */
    dropWebhooks: action(z.strictObject({ count: z.int().positive() }), ({ count }) => {
      webhooks.drop(count)
      return {}
    }),
    /** Ends holding, duplicating and dropping; what is held stays until released. */
    calmWebhooks: action(z.strictObject({}), () => {
      webhooks.calm()
      return {}
    }),
    resend: action(z.strictObject({ event: z.string() }), async ({ event: id }) => {
      await webhooks.resend(wanted(state.events.find(id), 'event', id))
      return {}
    }),
    /** What an onlooker wants to see: the last events and requests, and what waits. */
    overview: action(z.strictObject({}), () => ({
      events: state.events.all().slice(-100).reverse(),
      accounts: state.accounts.all().map(({ id, email }) => ({
        id,
        email: email ?? null,
        ...balanceOf(world, id),
        lastPayout: state.payouts.where('owner', id).at(-1)?.payout.status ?? null,
      })),
      webhooks: webhooks.waiting(),
      faults: faults.list(),
      requests: requests(),
    })),
  }
}

export type Controls = ReturnType<typeof controls>
