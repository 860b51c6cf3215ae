import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { type WorkerContext, worker } from '#lib/work/worker-context.ts'

/** The outbox is emptied every minute. */
export class MailSending extends Construct {
  constructor(scope: Construct, id: string, ground: WorkerContext) {
    super(scope, id)
    const send = worker(this, ground, {
      name: 'SendOutbox',
      uses: { areas: ['accounts', 'money', 'mail'], indexes: ['work', 'by-seller'] },
      entry: 'functions/mail-sending/send-outbox.lambda.ts',
      impact: 'Receipts, invitations and payout notices are not sent.',
      runbook: 'outbox',
      room: { copies: 1 },
    })
    ground.storefront.grantLink(send)
    ground.sender.grantSend(send)
    ground.timed.start(send, 'SendMailEveryMinute', { every: Duration.minutes(1) })
  }
}
