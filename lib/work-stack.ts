import { Duration, Stack, type StackProps, TimeZone } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { DataStack } from './data-stack.ts'
import { type Entry, MarketFunction } from './functions/market-function.ts'
import { renderTimeout } from './media/photo-storage.ts'
import type { SiteStack } from './site-stack.ts'
import type { Stage } from './stage.ts'
import { Outbox } from './work/outbox.ts'
import { Schedules } from './work/schedules.ts'
import { WorkQueue } from './work/work-queue.ts'

export type WorkStackProps = StackProps & { readonly stage: Stage; readonly data: DataStack; readonly site: SiteStack }

const batchTimeout = Duration.seconds(60)
const london = TimeZone.EUROPE_LONDON

/** What runs behind the visitor's back: rendering, payments, payouts, e-mails. */
export class WorkStack extends Stack {
  readonly paymentEvents: WorkQueue
  readonly payouts: WorkQueue

  constructor(scope: Construct, id: string, { stage, data, site, ...props }: WorkStackProps) {
    super(scope, id, props)
    const { alarms, table, secrets } = data
    const { photos, storefront } = site
    const timed = new Schedules(this, 'Schedules', { alarms })
    const job = (
      name: string,
      own: {
        entry: Entry
        impact: string
        runbook: string
        timeout?: Duration
        memoryMb?: number
        sharp?: true
        concurrency?: number
      },
    ) => {
      const fn = new MarketFunction(this, name, { stage, alarms, timeout: batchTimeout, ...own })
      table.grantReadWrite(fn)
      return fn
    }

    const render = job('RenderPhoto', {
      entry: 'functions/media/render-photo.lambda.ts',
      impact: 'Uploaded photos stay in "processing" and cannot be seen or sold.',
      runbook: 'rendering',
      timeout: renderTimeout,
      memoryMb: 1_769,
      sharp: true,
    })
    photos.grantReadOriginals(render)
    photos.grantWriteRenditions(render)
    photos.grantDeliver(render)
    // A changed watermark or privacy sends the gallery's photos through again, a batch at a time.
    photos.arrivals.grantSend(render)
    photos.arrivals.startsFunction(render, { batchSize: 1, atOnce: 50 })

    this.paymentEvents = new WorkQueue(this, 'PaymentEvents', {
      alarms,
      setting: 'PAYMENT_EVENTS_QUEUE_URL',
      impact: 'Payments are taken but orders are not confirmed.',
      runbook: 'payment-events',
      consumerTimeout: batchTimeout,
      patience: Duration.minutes(5),
    })
    const converge = job('Converge', {
      entry: 'functions/payments/converge.lambda.ts',
      impact: 'Payments are taken but orders are not confirmed.',
      runbook: 'payment-events',
    })
    secrets.grantRead(converge, 'STRIPE_SECRET_ID')
    storefront.grantLink(converge)
    this.paymentEvents.startsFunction(converge, { batchSize: 10, atOnce: 20 })

    const reconcile = job('Reconcile', {
      entry: 'functions/payments/reconcile.lambda.ts',
      impact: 'Lost payment events are not made good; differences with Stripe go unnoticed.',
      runbook: 'reconcile',
      timeout: Duration.minutes(4),
      concurrency: 1,
    })
    secrets.grantRead(reconcile, 'STRIPE_SECRET_ID')
    storefront.grantLink(reconcile)
    timed.start(reconcile, 'ReconcileEveryFiveMinutes', { every: Duration.minutes(5) })

    const holds = new WorkQueue(this, 'Holds', {
      alarms,
      setting: 'HOLDS_QUEUE_URL',
      impact: 'Earnings stay pending after their 48 hours.',
      runbook: 'holds',
      consumerTimeout: batchTimeout,
    })
    const findHolds = job('ReleaseHolds', {
      entry: 'functions/payouts/release-holds.lambda.ts',
      impact: 'Earnings stay pending after their 48 hours.',
      runbook: 'holds',
      timeout: Duration.minutes(4),
      concurrency: 1,
    })
    holds.grantSend(findHolds)
    timed.start(findHolds, 'ReleaseHoldsEveryFiveMinutes', { every: Duration.minutes(5) })
    const releaseBatch = job('ReleaseHoldBatch', {
      entry: 'functions/payouts/release-hold-batch.lambda.ts',
      impact: 'Earnings stay pending after their 48 hours.',
      runbook: 'holds',
    })
    holds.startsFunction(releaseBatch, { batchSize: 10, atOnce: 20 })

    this.payouts = new WorkQueue(this, 'Payouts', {
      alarms,
      setting: 'PAYOUTS_QUEUE_URL',
      impact: 'Photographers are not paid.',
      runbook: 'payouts',
      consumerTimeout: Duration.minutes(2),
      patience: Duration.hours(2),
    })
    const weekly = job('WeeklyPayouts', {
      entry: 'functions/payouts/weekly-payouts.lambda.ts',
      impact: 'The weekly payout does not start.',
      runbook: 'payouts',
      timeout: Duration.minutes(14),
      concurrency: 1,
    })
    this.payouts.grantSend(weekly)
    timed.start(weekly, 'PayOutOnMondays', { weekDay: 'MON', hour: 6, minute: 0, timeZone: london })
    const pay = job('PayPhotographer', {
      entry: 'functions/payouts/pay-photographer.lambda.ts',
      impact: 'Photographers are not paid.',
      runbook: 'payouts',
      timeout: Duration.minutes(2),
    })
    secrets.grantRead(pay, 'STRIPE_SECRET_ID')
    this.payouts.grantSend(pay)
    // Stripe takes 25 calls a second on one endpoint; five workers leave most of them to buyers at the checkout.
    this.payouts.startsFunction(pay, { batchSize: 5, atOnce: 5 })

    const sendMail = job('SendOutbox', {
      entry: 'functions/mail/send-outbox.lambda.ts',
      impact: 'Receipts, invitations and payout notices are not sent.',
      runbook: 'outbox',
      concurrency: 1,
    })
    storefront.grantLink(sendMail)
    new Outbox(this, 'Outbox', { stage }).grantSend(sendMail)
    timed.start(sendMail, 'SendMailEveryMinute', { every: Duration.minutes(1) })

    const sweep = job('SweepUploads', {
      entry: 'functions/media/sweep-uploads.lambda.ts',
      impact: 'Uploads that were never finished pile up.',
      runbook: 'sweep-uploads',
      timeout: Duration.minutes(10),
      concurrency: 1,
    })
    photos.grantDeleteOriginals(sweep)
    timed.start(sweep, 'SweepUploadsDaily', { hour: 3, minute: 30, timeZone: london })
  }
}
