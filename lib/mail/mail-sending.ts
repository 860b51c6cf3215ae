import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Stage } from '#lib/stage.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { batchTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'

/** Mails that one copy sends a second, ten at once: a fifth of a second for SES and the table. */
const mailsPerSender = 25
/** SQS starts no fewer. */
const fewestSenders = 2

const sendersOf = ({ mailsPerSecond }: Pick<Stage, 'mailsPerSecond'>): number =>
  Math.max(fewestSenders, Math.ceil(mailsPerSecond / mailsPerSender))

/** Every minute the outbox is handed to its senders, as many as the provider takes. */
export class MailSending extends Construct {
  constructor(scope: Construct, id: string, { counts, ...context }: WorkerContext & { readonly counts: WorkQueue }) {
    super(scope, id)
    const { stage, alarms, secrets, storefront, sender, timed } = context
    const common = { impact: 'Receipts, invitations and payout notices are not sent.', runbook: 'outbox' }
    const due = new WorkQueue(this, 'Due', {
      ...common,
      alarms,
      setting: 'MAILS_QUEUE_URL',
      consumerTimeout: batchTimeout,
    })
    const sweep = worker(this, context, {
      ...common,
      name: 'SweepOutbox',
      uses: { areas: ['mail'] },
      entry: 'functions/mail-sending/sweep-outbox.lambda.ts',
      room: { copies: 1 },
    })
    due.grantSend(sweep)
    sweep.setting('MAILS_PER_SECOND', String(stage.mailsPerSecond))
    timed.start(sweep, 'SweepOutboxEveryMinute', { every: Duration.minutes(1) })
    const send = worker(this, context, {
      ...common,
      name: 'SendMails',
      uses: { areas: ['accounts', 'money', 'mail', 'visitors', 'chores', 'paces'], indexes: ['work', 'by-seller'] },
      entry: 'functions/mail-sending/send-mails.lambda.ts',
      room: { copies: sendersOf(stage) },
    })
    storefront.grantLink(send)
    // Links by which people unsubscribe are signed.
    secrets.grantRead(send, 'SIGNING_SECRET_ID')
    sender.grantSend(send)
    // Sales are told to the activity of their galleries.
    counts.grantSend(send)
    send.setting('MAILS_PER_SECOND', String(stage.mailsPerSecond))
    due.startsFunction(send, { batchSize: 10, atOnce: sendersOf(stage) })
  }
}
