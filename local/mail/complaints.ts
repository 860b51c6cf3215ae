import { randomUUID } from 'node:crypto'
import type { Queues } from '#local/queues/queues.ts'
import type { Plan } from '#local/template/plan.ts'
import type { Mail } from './outbox.ts'

export type Complain = (mail: Mail) => void

/**
 * Says that the reader of a mail reported it as unwanted, as SES says it: by EventBridge to the queue of the rule that asks
 * for such notices (docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html).
 */
export const complaints =
  ({ queues, plan, now }: { queues: Pick<Queues, 'byArn'>; plan: Pick<Plan, 'notices'>; now: () => Date }): Complain =>
  ({ id, at, from, to, tags = {} }) => {
    const notice = {
      eventType: 'Complaint',
      complaint: {
        complainedRecipients: to.map((emailAddress) => ({ emailAddress })),
        timestamp: now().toISOString(),
        feedbackId: randomUUID(),
        userAgent: 'The mailbox of this machine',
        complaintFeedbackType: 'abuse',
      },
      mail: {
        timestamp: at,
        messageId: id,
        source: from,
        destination: to,
        tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
      },
    }
    for (const { name, tags: asked, queueArn } of plan.notices) {
      const isAskedFor = name === 'Email Complaint Received' && asked.every((tag) => tags[tag] !== undefined)
      if (isAskedFor) queues.byArn(queueArn)?.send(JSON.stringify(notice))
    }
  }
