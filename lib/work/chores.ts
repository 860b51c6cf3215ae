import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
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
        areas: ['accounts', 'catalogue', 'proofing', 'money', 'mail', 'visitors', 'chores', 'guards'],
        indexes: ['work', ...catalogueIndexes],
      },
      entry: 'functions/jobs/finish-chores.lambda.ts',
      impact: 'Deleted galleries keep their photos, changed watermarks stay old, reminders are late.',
      runbook: 'chores',
      timeout: Duration.minutes(4),
      room: { copies: 1 },
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
