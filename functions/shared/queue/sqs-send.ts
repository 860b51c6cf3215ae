import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { setting } from '#functions/shared/settings/settings.ts'
import type { Send } from './queue.ts'

/** SQS takes ten messages a request. */
const batchSize = 10
/** A run may have a hundred thousand messages: one request after the other takes longer than a function may. */
const requestsAtOnce = 10

export const sqsSend = (client = new SQSClient({})): Send => {
  return async (queue, messages, { group, delaySeconds } = {}) => {
    const url = setting(queue)
    const requestCount = Math.ceil(messages.length / batchSize)
    let next = 0
    const sendInTurn = async () => {
      while (next < requestCount) {
        const start = batchSize * next++
        const batch = messages.slice(start, start + batchSize)
        const answer = await client.send(
          new SendMessageBatchCommand({
            QueueUrl: url,
            Entries: batch.map((message, index) => ({
              Id: String(index),
              MessageBody: JSON.stringify(message),
              ...(group !== undefined && { MessageGroupId: group }),
              ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
            })),
          }),
        )
        if (answer.Failed?.length) throw new Error(`${queue}: ${answer.Failed.length} messages were not accepted.`)
      }
    }
    await Promise.all(Array.from({ length: Math.min(requestsAtOnce, requestCount) }, sendInTurn))
  }
}
