import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { WorkQueue } from './work-queue.ts'
import { batchTimeout, type WorkerContext, worker } from './worker-context.ts'

/**
 * Views, likes and downloads, counted together: a minute's messages of a gallery are one write. A batch of Lambda's is full at 6 MB
 * (developer guide, "Batching behavior"), about 6,000 of these.
 */
export class Counting extends Construct {
  readonly events: WorkQueue

  constructor(scope: Construct, id: string, context: WorkerContext) {
    super(scope, id)
    const common = { impact: 'Views, likes and downloads are counted late; nothing is lost.', runbook: 'counts' }
    this.events = new WorkQueue(this, 'Events', {
      ...common,
      alarms: context.alarms,
      setting: 'COUNTS_QUEUE_URL',
      consumerTimeout: batchTimeout,
      gathering: Duration.seconds(60),
    })
    const count = worker(this, context, {
      ...common,
      name: 'Count',
      uses: { areas: ['catalogue', 'counts'] },
      entry: 'functions/galleries/count-batch.lambda.ts',
      // Six megabytes of messages, and the ids of some minutes of a very popular gallery.
      memoryMb: 1_024,
    })
    // More at once would meet one another at the same gallery; four count 6,000 messages every few seconds each.
    this.events.startsFunction(count, { batchSize: 10_000, atOnce: 4 })
    const move = worker(this, context, {
      name: 'Move',
      uses: { areas: ['catalogue', 'counts'], indexes: ['work'] },
      entry: 'functions/galleries/move-counts.lambda.ts',
      impact: 'Galleries show old numbers of views, likes and downloads, and “popular” an old order.',
      runbook: 'counts',
      timeout: Duration.minutes(9),
      room: { copies: 1 },
    })
    this.events.grantSend(move)
    context.timed.start(move, 'MoveCountsEveryTenMinutes', { every: Duration.minutes(10) })
  }
}
