import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { batchTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'

/** Earnings become available 48 hours after payment: one job finds them, many workers release them. */
export class HoldRelease extends Construct {
  constructor(scope: Construct, id: string, context: WorkerContext) {
    super(scope, id)
    const common = { impact: 'Earnings stay pending after their 48 hours.', runbook: 'holds' }
    const due = new WorkQueue(this, 'Due', {
      ...common,
      alarms: context.alarms,
      setting: 'HOLDS_QUEUE_URL',
      consumerTimeout: batchTimeout,
    })
    const find = worker(this, context, {
      ...common,
      name: 'Find',
      uses: { areas: ['money'], indexes: ['work', 'by-seller'] },
      entry: 'functions/payouts/release-holds.lambda.ts',
      timeout: Duration.minutes(4),
      room: { copies: 1 },
    })
    due.grantSend(find)
    context.timed.start(find, 'ReleaseHoldsEveryFiveMinutes', { every: Duration.minutes(5) })
    const release = worker(this, context, {
      ...common,
      name: 'Release',
      uses: { areas: ['accounts', 'money'], indexes: ['work', 'by-seller'] },
      entry: 'functions/payouts/release-hold-batch.lambda.ts',
    })
    due.startsFunction(release, { batchSize: 10, atOnce: 20 })
  }
}
