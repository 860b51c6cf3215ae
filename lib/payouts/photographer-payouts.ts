import { Duration, TimeZone } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { payoutWorkers } from '#functions/payments/stripe-pace.ts'
import { maxBusyDeliveries } from '#functions/shared/queue/deliveries.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { stripeTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'

/**
 * A run goes on with one payout, up to 90 transfers, for four minutes and hands the rest to another message. The fifth is
 * for the call to Stripe that it is in (20 seconds at most) and for closing.
 */
const payTimeout = Duration.minutes(5)

/** Of those who ask, so many are paid at the same time, whatever else is. */
const askedAtOnce = 5

type PayoutsContext = WorkerContext & {
  /** Takes back what was paid out while it was refunded. */
  readonly paymentEvents: WorkQueue
}

/** Pays out available balances: every Monday to all photographers, and at any time on request. */
export class PhotographerPayouts extends Construct {
  /** What people ask for. */
  readonly requests: WorkQueue
  /** Everybody's, on Mondays. */
  readonly week: WorkQueue

  constructor(scope: Construct, id: string, context: PayoutsContext) {
    super(scope, id)
    const { alarms, secrets, storefront, timed, paymentEvents } = context
    const queue = {
      alarms,
      impact: 'Photographers are not paid.',
      runbook: 'payouts',
      consumerTimeout: payTimeout,
      deliveries: maxBusyDeliveries,
    }
    this.requests = new WorkQueue(this, 'Requests', { ...queue, setting: 'PAYOUT_REQUESTS_QUEUE_URL' })
    // From Monday's 06:00 on to the end of the day.
    this.week = new WorkQueue(this, 'Week', { ...queue, setting: 'PAYOUTS_QUEUE_URL', patience: Duration.hours(18) })
    const weekly = worker(this, context, {
      name: 'Weekly',
      uses: { areas: ['accounts'], indexes: ['work', 'by-seller'] },
      entry: 'functions/payouts/weekly-payouts.lambda.ts',
      impact: 'The weekly payout does not start.',
      runbook: 'payouts',
      timeout: Duration.minutes(14),
      room: { copies: 1 },
    })
    this.week.grantSend(weekly)
    timed.start(weekly, 'PayOutOnMondays', {
      weekDay: 'MON',
      hour: 6,
      minute: 0,
      timeZone: TimeZone.EUROPE_LONDON,
    })
    const sweep = worker(this, context, {
      name: 'Sweep',
      uses: { areas: ['accounts', 'money'], indexes: ['work'] },
      entry: 'functions/payouts/sweep-payouts.lambda.ts',
      impact: 'Payouts that were interrupted are not finished.',
      runbook: 'payouts',
      room: { copies: 1 },
    })
    this.requests.grantSend(sweep)
    this.week.grantSend(sweep)
    timed.start(sweep, 'ResumePayoutsEveryFiveMinutes', { every: Duration.minutes(5) })
    const pay = worker(this, context, {
      name: 'Pay',
      uses: { areas: ['accounts', 'money', 'mail', 'installation', 'paces'], indexes: ['work', 'by-seller'] },
      entry: 'functions/payouts/pay-photographer.lambda.ts',
      impact: 'Photographers are not paid.',
      runbook: 'payouts',
      timeout: payTimeout,
    })
    secrets.grantStripe(pay, { answerWithin: stripeTimeout })
    storefront.grantLink(pay)
    this.requests.grantSend(pay)
    this.week.grantSend(pay)
    paymentEvents.grantSend(pay)
    pay.setting('STRIPE_CALLS_PER_SECOND', String(context.stage.stripeCallsPerSecond))
    pay.setting('PAYOUT_FROM_PENCE', String(context.stage.payoutFromPence))
    this.requests.startsFunction(pay, { batchSize: 1, atOnce: askedAtOnce })
    this.week.startsFunction(pay, { batchSize: 1, atOnce: payoutWorkers(context.stage.stripeCallsPerSecond) })
  }
}
