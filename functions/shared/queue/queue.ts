import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { setting } from '#functions/shared/settings/settings.ts'
import type { SettingName } from '#schema/settings.ts'

export type QueueName = Extract<SettingName, `${string}_QUEUE_URL`>
/** Puts messages into a queue; resolves once SQS has them all. @throws when any was not accepted. */
export type Send = (queue: QueueName, messages: readonly unknown[]) => Promise<void>

/** SQS takes ten messages a request. */
const batchSize = 10
let client: SQSClient | undefined

export const liveSend: Send = async (queue, messages) => {
  client ??= new SQSClient({})
  for (let start = 0; start < messages.length; start += batchSize) {
    const batch = messages.slice(start, start + batchSize)
    const answer = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: setting(queue),
        Entries: batch.map((message, index) => ({ Id: String(index), MessageBody: JSON.stringify(message) })),
      }),
    )
    if (answer.Failed?.length) throw new Error(`${queue}: ${answer.Failed.length} messages were not accepted.`)
  }
}
