import { Duration, TimeZone } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { reconcilingWorkers } from '#functions/payments/stripe-pace.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { stripeTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'
import { urgent } from '#schema/alarms.ts'

/** A part goes on for half of it and hands the rest to another message. */
const partTimeout = Duration.minutes(14)
/** While Stripe is busy a part is put off; what fails for another reason comes for a day. */
const partDeliveries = 20
/** Of the night, so many parts at once; Stripe's pace is shared with everybody else. */
const nightAtOnce = 10

/** Our books against Stripe's and against themselves: every five minutes what is open, every night everything. */
export class BookKeeping extends Construct {
  constructor(scope: Construct, id: string, context: WorkerContext) {
    super(scope, id)
    const { alarms, secrets, storefront, timed, stage } = context
    const queue = { alarms, runbook: 'reconcile', consumerTimeout: partTimeout, deliveries: partDeliveries }
    const lost = 'Lost payment events are not made good; differences with Stripe go unnoticed.'
    const different = 'Differences between our books and Stripe go unnoticed.'
    const orders = new WorkQueue(this, 'Orders', { ...queue, setting: 'RECONCILE_QUEUE_URL', impact: lost })
    const night = new WorkQueue(this, 'Night', {
      ...queue,
      setting: 'COMPARISONS_QUEUE_URL',
      impact: different,
      patience: Duration.hours(12),
    })
    const part = worker(this, context, {
      name: 'ComparePart',
      uses: { areas: ['accounts', 'money', 'mail', 'chores', 'installation', 'paces'], indexes: ['work', 'by-seller'] },
      entry: 'functions/books/compare-part.lambda.ts',
      impact: lost,
      runbook: 'reconcile',
      timeout: partTimeout,
    })
    secrets.grantStripe(part, { answerWithin: stripeTimeout })
    storefront.grantLink(part)
    part.setting('STRIPE_CALLS_PER_SECOND', String(stage.stripeCallsPerSecond))
    part.raiseWhenLogged('NegativeBalances', {
      message: urgent.negativeTooLong,
      impact: 'A photographer has owed us money for more than 30 days, and sales do not repay it.',
      runbook: 'negative-balances',
    })
    night.grantSend(part)
    orders.tellsAddress(part)
    orders.startsFunction(part, { batchSize: 1, atOnce: reconcilingWorkers(stage.stripeCallsPerSecond) })
    night.startsFunction(part, { batchSize: 1, atOnce: nightAtOnce })

    const reconcile = worker(this, context, {
      name: 'Reconcile',
      uses: { areas: ['money', 'places'], indexes: ['work'] },
      entry: 'functions/books/reconcile.lambda.ts',
      impact: lost,
      runbook: 'reconcile',
      timeout: Duration.minutes(4),
      room: { copies: 1 },
    })
    reconcile.setting('STRIPE_CALLS_PER_SECOND', String(stage.stripeCallsPerSecond))
    orders.grantSend(reconcile)
    timed.start(reconcile, 'ReconcileEveryFiveMinutes', { every: Duration.minutes(5) })
    const overdue = worker(this, context, {
      name: 'CheckOverdue',
      uses: { areas: ['accounts', 'money', 'mail', 'chores'], indexes: ['work', 'by-seller'] },
      entry: 'functions/books/check-overdue.lambda.ts',
      impact: 'Nobody is told of payments, holds, payouts, mails or chores that wait longer than they should.',
      runbook: 'reconcile',
      room: { copies: 1 },
    })
    timed.start(overdue, 'CheckOverdueEveryFiveMinutes', { every: Duration.minutes(5) })
    const compare = worker(this, context, {
      name: 'Compare',
      uses: { areas: ['accounts'], indexes: ['work', 'by-seller'] },
      entry: 'functions/books/compare-daily.lambda.ts',
      impact: different,
      runbook: 'reconcile',
      timeout: Duration.minutes(14),
      room: { copies: 1 },
    })
    night.grantSend(compare)
    timed.start(compare, 'CompareBooksDaily', { hour: 3, minute: 30, timeZone: TimeZone.EUROPE_LONDON })
  }
}
