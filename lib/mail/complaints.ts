import { Match, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { batchTimeout, type WorkerContext, worker } from '#lib/work/worker-context.ts'

/** SQS starts no fewer. */
const fewestCopies = 2

/**
 * What SES says of mails that were reported as unwanted, by EventBridge's default bus, the only one that it takes
 * (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-add-event-destination-eventbridge.html). Mails in nobody's
 * name, such as receipts, start nothing.
 */
export class Complaints extends Construct {
  constructor(scope: Construct, id: string, context: WorkerContext) {
    super(scope, id)
    const common = { impact: 'Photographers of whose mails people complain go on sending.', runbook: 'complaints' }
    const notices = new WorkQueue(this, 'Notices', { ...common, alarms: context.alarms, consumerTimeout: batchTimeout })
    const heed = worker(this, context, {
      ...common,
      name: 'Heed',
      uses: { areas: ['accounts', 'mail', 'visitors'] },
      entry: 'functions/visitors/heed-complaints.lambda.ts',
      room: { copies: fewestCopies },
    })
    context.storefront.grantLink(heed)
    notices.startsFunction(heed, { batchSize: 10, atOnce: fewestCopies })
    const { mailsName } = context.sender
    new Rule(this, 'Reported', {
      description: 'Complaints about mails in a photographer’s name',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Complaint Received'],
        detail: {
          mail: {
            tags: {
              photographer: Match.exists(),
              // Another stage may send from the same account.
              ...(mailsName !== undefined && { 'ses:configuration-set': [mailsName] }),
            },
          },
        },
      },
      targets: [new SqsQueue(notices.queue, { message: RuleTargetInput.fromEventPath('$.detail') })],
    })
  }
}
