import { Duration, TimeZone } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { RENDER_MEMORY_MB } from '#functions/media/limits.ts'
import { catalogueIndexes } from '#lib/data/table-areas.ts'
import { MarketFunction } from '#lib/functions/market-function.ts'
import type { Stage } from '#lib/stage.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { batchTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'
import { renderTimeout, sortTimeout } from './photo-storage.ts'

/** Without a word about the account's size; an account of 10 or 50 copies draws with what it has. */
const fewestDrawers = 50
/** What drawing may take of the account's copies, which it reserves none of. */
const drawingShare = 0.15

/** Photos that are drawn at once. A photo costs the same however many are; fewer only let people wait. */
export const drawersOf = ({ lambdaQuota = 0 }: Pick<Stage, 'lambdaQuota'>): number =>
  Math.min(1_000, Math.max(fewestDrawers, Math.floor(lambdaQuota * drawingShare)))

/** How many of them draw what is on sale already, for another mark. */
export const redrawersOf = (stage: Pick<Stage, 'lambdaQuota'>): number => Math.floor(drawersOf(stage) / 5)

/** Makes renditions of uploaded photos. */
export class Rendering extends Construct {
  constructor(
    scope: Construct,
    id: string,
    context: WorkerContext & { readonly edge: WorkQueue; readonly numbers: WorkQueue },
  ) {
    super(scope, id)
    const { photos } = context
    const render = worker(this, context, {
      name: 'RenderPhoto',
      uses: { areas: ['catalogue', 'chores'], indexes: catalogueIndexes },
      entry: 'functions/media/render-photo.lambda.ts',
      impact: 'Uploaded photos stay in "processing" and cannot be seen or sold.',
      runbook: 'rendering',
      timeout: renderTimeout,
      memoryMb: RENDER_MEMORY_MB,
      sharp: true,
    })
    photos.grantReadOriginals(render)
    photos.grantDraw(render)
    photos.grantDeliver(render)
    // A changed watermark or privacy takes the gallery's pictures away, then draws them again, a part at a time.
    photos.uploads.grantSend(render)
    photos.redraws.grantSend(render)
    context.edge.grantSend(render)
    context.numbers.grantSend(render)
    const redrawers = redrawersOf(context.stage)
    photos.uploads.startsFunction(render, { batchSize: 1, atOnce: drawersOf(context.stage) - redrawers })
    photos.redraws.startsFunction(render, { batchSize: 1, atOnce: redrawers })

    const sort = new MarketFunction(this, 'SortArrivals', {
      stage: context.stage,
      alarms: context.alarms,
      timeout: sortTimeout,
      entry: 'functions/media/sort-arrivals.lambda.ts',
      impact: 'Uploaded photos stay in "processing" and cannot be seen or sold.',
      runbook: 'rendering',
    })
    photos.uploads.grantSend(sort)
    photos.redraws.grantSend(sort)
    photos.arrivals.startsFunction(sort, { batchSize: 10, atOnce: 10 })
  }
}

/**
 * Removes, after a day, uploads that were granted but never arrived and files of deleted photos that nobody bought. One
 * job finds them, many workers delete them.
 */
export class UploadSweeping extends Construct {
  constructor(scope: Construct, id: string, context: WorkerContext) {
    super(scope, id)
    const { alarms, photos, timed } = context
    const common = {
      impact:
        'Uploads that were never finished and files of deleted photos pile up; lost uploads stay in "processing".',
      runbook: 'sweep-uploads',
    }
    const due = new WorkQueue(this, 'Due', {
      ...common,
      alarms,
      setting: 'SWEEP_QUEUE_URL',
      consumerTimeout: batchTimeout,
      // How long the messages of one night may wait, however many photos were deleted.
      patience: Duration.hours(8),
    })
    const find = worker(this, context, {
      ...common,
      name: 'SweepUploads',
      uses: { areas: ['accounts', 'catalogue'], indexes: ['work'] },
      entry: 'functions/media/sweep-uploads.lambda.ts',
      timeout: Duration.minutes(10),
      // Enough for the ids of two million photos.
      memoryMb: 1_024,
      room: { copies: 1 },
    })
    due.grantSend(find)
    timed.start(find, 'SweepUploadsDaily', { hour: 3, minute: 30, timeZone: TimeZone.EUROPE_LONDON })
    const sweep = worker(this, context, {
      ...common,
      name: 'SweepBatch',
      uses: { areas: ['accounts', 'catalogue', 'chores'], indexes: ['work', ...catalogueIndexes] },
      entry: 'functions/media/sweep-batch.lambda.ts',
    })
    photos.grantSweep(sweep)
    photos.uploads.grantSend(sweep)
    // More at once would meet at the sum of a photographer who deleted everything.
    due.startsFunction(sweep, { batchSize: 2, atOnce: 10 })
  }
}
