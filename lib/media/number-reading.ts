import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { maxBusyDeliveries } from '#functions/shared/queue/deliveries.ts'
import { catalogueIndexes } from '#lib/data/table-areas.ts'
import type { Stage } from '#lib/stage.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { batchTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'

/** A message takes up to two seconds: its file, its turn, the call, the write. */
const secondsAPhoto = 2
/** SQS starts no fewer. */
const fewestReaders = 2

/** Photos that are read at once: as many as the account's calls a second keep busy, and none waits long for its turn. */
export const readersOf = ({ numbersPerSecond }: Pick<Stage, 'numbersPerSecond'>): number =>
  Math.max(fewestReaders, Math.ceil(numbersPerSecond * secondsAPhoto))

/** Reads the numbers on shirts and plates in the photos of galleries that were switched on. */
export class NumberReading extends Construct {
  readonly tasks: WorkQueue

  constructor(scope: Construct, id: string, context: WorkerContext) {
    super(scope, id)
    const { alarms, photos, stage } = context
    const common = {
      impact: 'Photos are not found by the number on a shirt; all else works.',
      runbook: 'numbers',
    }
    this.tasks = new WorkQueue(this, 'Tasks', {
      ...common,
      alarms,
      setting: 'NUMBERS_QUEUE_URL',
      consumerTimeout: batchTimeout,
      deliveries: maxBusyDeliveries,
      // A race of 60,000 photos at five a second is three hours and twenty minutes.
      patience: Duration.hours(6),
    })
    const read = worker(this, context, {
      ...common,
      name: 'Read',
      uses: { areas: ['accounts', 'catalogue', 'chores', 'paces'], indexes: ['work', ...catalogueIndexes] },
      entry: 'functions/media/read-numbers.lambda.ts',
    })
    photos.grantReadDeliveries(read)
    read.setting('NUMBERS_PER_SECOND', String(stage.numbersPerSecond))
    this.tasks.grantSend(read)
    // Rekognition knows no resources for it (Service Authorization Reference, "Actions defined by Amazon Rekognition").
    read.allowWide('DetectText', 'DetectText has no resource to name: the picture is in the request.', {
      actions: ['rekognition:DetectText'],
      resources: ['*'],
    })
    this.tasks.startsFunction(read, { batchSize: 1, atOnce: readersOf(stage) })
  }
}
