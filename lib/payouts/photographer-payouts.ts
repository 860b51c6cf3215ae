import { Duration, TimeZone } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { payoutPace } from '#functions/payouts/stripe-pace.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { type WorkerContext, worker } from '#lib/work/worker-context.ts'

/**
 * A run goes on with one payout, up to 90 transfers, for four minutes and hands the rest to another message. The fifth is
 * for the call to Stripe that it is in (20 seconds at most) and for closing.
 */
const payTimeout = Duration.minutes(5)

/** What is available is paid: every Monday to everyone, and to whoever asks for it. */
export class PhotographerPayouts extends Construct {
  readonly requests: WorkQueue

  constructor(scope: Construct, id: string, ground: WorkerContext) {
    super(scope, id)
    const { alarms, secrets, storefront, timed } = ground
    this.requests = new WorkQueue(this, 'Requests', {
      alarms,
      setting: 'PAYOUTS_QUEUE_URL',
      impact: 'Photographers are not paid.',
      runbook: 'payouts',
      consumerTimeout: payTimeout,
      patience: Duration.hours(2),
    })
    const weekly = worker(this, ground, {
      name: 'Weekly',
      uses: { areas: ['accounts'], indexes: ['work', 'by-seller'] },
      entry: 'functions/payouts/weekly-payouts.lambda.ts',
      impact: 'The weekly payout does not start.',
      runbook: 'payouts',
      timeout: Duration.minutes(14),
      room: { copies: 1 },
    })
    this.requests.grantSend(weekly)
    timed.start(weekly, 'PayOutOnMondays', {
      weekDay: 'MON',
      hour: 6,
      minute: 0,
      timeZone: TimeZone.EUROPE_LONDON,
    })
    const sweep = worker(this, ground, {
      name: 'Sweep',
      uses: { areas: ['accounts', 'money'], indexes: ['work'] },
      entry: 'functions/payouts/sweep-payouts.lambda.ts',
      impact: 'Payouts that were interrupted are not finished.',
      runbook: 'payouts',
      room: { copies: 1 },
    })
    this.requests.grantSend(sweep)
    timed.start(sweep, 'ResumePayoutsEveryFiveMinutes', { every: Duration.minutes(5) })
    const pay = worker(this, ground, {
      name: 'Pay',
      uses: { areas: ['accounts', 'money', 'mail', 'installation'], indexes: ['work', 'by-seller'] },
      entry: 'functions/payouts/pay-photographer.lambda.ts',
      impact: 'Photographers are not paid.',
      runbook: 'payouts',
      timeout: payTimeout,
    })
    secrets.grantRead(pay, 'STRIPE_SECRET_ID')
    storefront.grantLink(pay)
    this.requests.grantSend(pay)
    pay.setting('PAYOUT_FROM_PENCE', String(ground.stage.payoutFromPence))
    this.requests.startsFunction(pay, { batchSize: 1, atOnce: payoutPace.workers })
  }
}
