import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { runMs } from '#functions/chores/limits.ts'
import { catalogueIndexes } from '#lib/data/table-areas.ts'
import type { WorkQueue } from './work-queue.ts'
import { type WorkerContext, worker } from './worker-context.ts'

/** What a request began and left for later: taking down a gallery's photos, telling search, reminding clients. */
export class Chores extends Construct {
  constructor(
    scope: Construct,
    id: string,
    context: WorkerContext & { readonly counts: WorkQueue; readonly edge: WorkQueue; readonly numbers: WorkQueue },
  ) {
    super(scope, id)
    const finish = worker(this, context, {
      name: 'Finish',
      uses: {
        areas: ['accounts', 'catalogue', 'proofing', 'money', 'mail', 'visitors', 'chores', 'guards', 'growing'],
        indexes: ['work', ...catalogueIndexes],
      },
      entry: 'functions/jobs/finish-chores.lambda.ts',
      impact: 'Deleted galleries keep their photos, changed watermarks stay old, reminders are late.',
      runbook: 'chores',
      // A whole processor, which is what a crowd of chores waits for; while there is none, a run is a fraction of a second.
      memoryMb: 1_769,
      // Twice a run: a chore that is begun last has as long again.
      timeout: Duration.millis(2 * runMs),
      // Runs begin every minute, whether or not those before them have come to an end.
      room: { copies: Math.ceil(runMs / Duration.minutes(1).toMilliseconds()) + 1 },
    })
    context.photos.uploads.grantSend(finish)
    context.counts.grantSend(finish)
    context.edge.grantSend(finish)
    context.numbers.grantSend(finish)
    context.photos.grantRemoveLogos(finish)
    context.storefront.grantLink(finish)
    // Grants of a kept cart are read, and the link back to it is signed.
    context.secrets.grantRead(finish, 'SIGNING_SECRET_ID')
    context.timed.start(finish, 'FinishChoresEveryMinute', { every: Duration.minutes(1) })
  }
}
