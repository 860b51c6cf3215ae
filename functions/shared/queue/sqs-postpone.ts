import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { setting } from '#functions/shared/settings/settings.ts'
import type { Postpone, QueueName } from './queue.ts'

/** Lets a message come again after a time of our own, instead of the queue's. */
export const sqsPostpone =
  (queues: readonly QueueName[], client = new SQSClient({})): Postpone =>
  async ({ eventSourceARN, receiptHandle }, seconds) => {
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: urlOf(queues, eventSourceARN),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    )
  }

/** A record names its queue by ARN, SQS wants its address: both end with the queue's name. */
const urlOf = (queues: readonly QueueName[], arn: SQSRecord['eventSourceARN']): string => {
  const name = arn.slice(arn.lastIndexOf(':') + 1)
  const url = queues.map((queue) => setting(queue)).find((each) => each.endsWith(`/${name}`))
  if (url === undefined) throw new Error(`No setting tells the address of ${name}.`)
  return url
}
