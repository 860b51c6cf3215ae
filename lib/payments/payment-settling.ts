import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { settlingWorkers } from '#functions/payments/stripe-pace.ts'
import { maxBusyDeliveries } from '#functions/shared/queue/deliveries.ts'
import { MarketFunction } from '#lib/functions/market-function.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { batchTimeout, stripeTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'

/** What Stripe tells and what Stripe is asked for, both settled by the same rules. */
export class PaymentSettling extends Construct {
  readonly events: WorkQueue

  constructor(scope: Construct, id: string, context: WorkerContext) {
    super(scope, id)
    const { alarms, secrets, storefront, timed } = context
    /** Messages of Stripe's are worked on at once, each batch by a copy of its own. */
    const convergeWorkers = settlingWorkers(context.stage.stripeCallsPerSecond)
    const settling = { areas: ['accounts', 'money', 'mail', 'installation'], indexes: ['work', 'by-seller'] } as const
    // Completing an order leaves a chore where it has whole galleries.
    const paced = { ...settling, areas: [...settling.areas, 'chores', 'paces'] } as const
    const impact = 'Payments are taken but orders are not confirmed.'
    this.events = new WorkQueue(this, 'Events', {
      alarms,
      setting: 'PAYMENT_EVENTS_QUEUE_URL',
      impact,
      runbook: 'payment-events',
      consumerTimeout: batchTimeout,
      patience: Duration.minutes(5),
      deliveries: maxBusyDeliveries,
    })
    const converge = worker(this, context, {
      name: 'Converge',
      uses: paced,
      entry: 'functions/stripe-events/converge.lambda.ts',
      impact,
      runbook: 'payment-events',
      // Fewer than its queue starts would send messages round in vain; AWS asks for no less.
      room: { copies: convergeWorkers },
    })
    // Where Stripe hangs each message of a batch waits once, and the others are not to come again for it; but for a refund
    // of very many photographers, each of whose reversals waits.
    secrets.grantStripe(converge, { answerWithin: Duration.seconds(5) })
    converge.setting('STRIPE_CALLS_PER_SECOND', String(context.stage.stripeCallsPerSecond))
    this.events.tellsAddress(converge)
    storefront.grantLink(converge)
    this.events.startsFunction(converge, { batchSize: 10, atOnce: convergeWorkers })

    const subscriptions = new MarketFunction(this, 'Subscriptions', {
      stage: context.stage,
      alarms,
      entry: 'functions/subscriptions/reconcile-subscriptions.lambda.ts',
      impact: 'Photographers whose payment events were lost may be locked out of what they paid for.',
      runbook: 'lost-subscription-events',
      timeout: Duration.minutes(4),
      room: { copies: 1 },
    })
    context.table.grantRead(subscriptions, { areas: ['installation'] })
    secrets.grantStripe(subscriptions, { answerWithin: stripeTimeout })
    storefront.grantLink(subscriptions)
    this.events.grantSend(subscriptions)
    timed.start(subscriptions, 'ReconcileSubscriptions', { every: Duration.hours(6) })
  }
}
