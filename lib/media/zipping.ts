import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { catalogueIndexes } from '#lib/data/table-areas.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { type WorkerContext, worker } from '#lib/work/worker-context.ts'

/**
 * A part is 2 GB at most, and 2,000 files: at the 20 MB a second that a slow function still moves, under two minutes, and a
 * tenth of a second for each file (decision 155). The rest is for slow days and for files of before that are cleaned first.
 */
const partTimeout = Duration.minutes(10)
/** More at once would share what S3 and the network give to others. */
const packersAtOnce = 20

/** Packs many files into a few zips, of orders and of photographers' exports, which lie for some days. */
export class Zipping extends Construct {
  readonly tasks: WorkQueue

  constructor(scope: Construct, id: string, context: WorkerContext & { readonly counts: WorkQueue }) {
    super(scope, id)
    const { alarms, table, photos, storefront, counts } = context
    const common = {
      impact:
        'Large orders and exports are not packed into zips; each photo of an order can still be downloaded by itself.',
      runbook: 'zips',
    }
    this.tasks = new WorkQueue(this, 'Tasks', {
      ...common,
      alarms,
      setting: 'ZIPS_QUEUE_URL',
      consumerTimeout: partTimeout,
      // A large order by a few of those who pack, or a part that came again and again.
      patience: Duration.hours(1),
    })
    const make = worker(this, context, {
      ...common,
      name: 'Make',
      uses: { areas: ['accounts', 'money', 'mail'], indexes: ['work', ...catalogueIndexes] },
      entry: 'functions/zips/make-zips.lambda.ts',
      timeout: partTimeout,
      // Its processor and its network grow with it; what is in memory is measured in bench/zips.
      memoryMb: 1_024,
    })
    // What an export tells of.
    table.grantRead(make, { areas: ['catalogue', 'proofing', 'chores'] })
    photos.grantReadOriginals(make)
    photos.grantDeliver(make)
    photos.grantZip(make)
    storefront.grantLink(make)
    counts.grantSend(make)
    this.tasks.grantSend(make)
    this.tasks.startsFunction(make, { batchSize: 1, atOnce: packersAtOnce })
  }
}
