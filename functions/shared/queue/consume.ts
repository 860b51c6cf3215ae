import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { maxDeliveries, putOffSeconds } from './deliveries.ts'
import type { Postpone } from './queue.ts'

/** `isLast`: this is the last delivery; if it fails too, the message goes to the dead-letter queue. */
export type Delivery = { isLast: boolean }
export type QueueHandler = (event: SQSEvent) => Promise<SQSBatchResponse>

/**
 * The Lambda handler of a queue. Each message is parsed and handled on its own: one that fails comes again, and after
 * its tries lies in the dead-letter queue; the others are done.
 * @param build Makes the step on the first message.
 */
export const consume = <T>(
  schema: z.ZodType<T>,
  build: () => (message: T, delivery: Delivery) => Promise<void>,
  log: Log,
): QueueHandler => {
  let step: ((message: T, delivery: Delivery) => Promise<void>) | undefined
  const handle = async (record: SQSRecord): Promise<boolean> => {
    try {
      step ??= build()
      const isLast = Number(record.attributes.ApproximateReceiveCount) >= maxDeliveries
      await step(schema.parse(JSON.parse(record.body)), { isLast })
      return true
    } catch (error) {
      log.error('message failed', { messageId: record.messageId, ...describeError(error) })
      return false
    }
  }
  return async ({ Records }) => {
    const failed: { itemIdentifier: string }[] = []
    // One after the other: a batch shares the memory and the limits of one function.
    for (const record of Records) {
      if (!(await handle(record))) failed.push({ itemIdentifier: record.messageId })
    }
    return { batchItemFailures: failed }
  }
}

/**
 * The same for messages that need something with limits of its own, such as Stripe. What is told to come again later is put
 * off, ever longer, and is no failure; so is the rest of its batch, untried. Its queue counts with that (`maxBusyDeliveries`).
 * With `failures` put off as well, what failed comes again after seconds instead of six times what its function may take.
 */
export const consumePatiently = <T>(
  schema: z.ZodType<T>,
  build: () => (message: T, delivery: Delivery) => Promise<void>,
  { log, postpone, failures = 'wait' }: { log: Log; postpone: Postpone; failures?: 'wait' | 'are put off' },
): QueueHandler => {
  let step: ((message: T, delivery: Delivery) => Promise<void>) | undefined
  const handle = async ({ messageId, body, attributes }: SQSRecord): Promise<'done' | 'busy' | 'failed'> => {
    try {
      step ??= build()
      const isLast = Number(attributes.ApproximateReceiveCount) >= maxDeliveries
      await step(schema.parse(JSON.parse(body)), { isLast })
      return 'done'
    } catch (error) {
      if (isBusy(error)) return 'busy'
      log.error('message failed', { messageId, ...describeError(error) })
      return failures === 'wait' ? 'failed' : 'busy'
    }
  }
  const putOff = async (records: readonly SQSRecord[]): Promise<void> => {
    const waits = records.map(({ attributes }) => putOffSeconds(Number(attributes.ApproximateReceiveCount)))
    log.warn('messages put off', { messages: records.length, seconds: Math.max(...waits) })
    try {
      await Promise.all(records.map((record, index) => postpone(record, waits[index] ?? 0)))
    } catch (error) {
      // They come again all the same, when the time of their queue is over.
      log.warn('messages not put off', describeError(error))
    }
  }
  return async ({ Records }) => {
    const failed: SQSRecord[] = []
    for (const [index, record] of Records.entries()) {
      const outcome = await handle(record)
      if (outcome === 'done') continue
      if (outcome === 'busy') {
        const rest = Records.slice(index)
        await putOff(rest)
        failed.push(...rest)
        break
      }
      failed.push(record)
    }
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }
}

/**
 * The Lambda handler of a queue whose messages are worked on together. One that cannot be read fails alone.
 * @param build Makes the step on the first batch. It answers which messages failed, by their place; where it throws, all did.
 */
export const consumeTogether = <T>(
  schema: z.ZodType<T>,
  build: () => (messages: readonly T[]) => Promise<ReadonlySet<number>>,
  log: Log,
): QueueHandler => {
  let step: ((messages: readonly T[]) => Promise<ReadonlySet<number>>) | undefined
  const read = ({ messageId, body }: SQSRecord): { messageId: string; message: T } | undefined => {
    try {
      return { messageId, message: schema.parse(JSON.parse(body)) }
    } catch (error) {
      log.error('message failed', { messageId, ...describeError(error) })
      return undefined
    }
  }
  return async ({ Records }) => {
    const known = Records.map(read).filter((each) => each !== undefined)
    const readable = new Set(known.map(({ messageId }) => messageId))
    let failed: ReadonlySet<number>
    try {
      step ??= build()
      failed = await step(known.map(({ message }) => message))
    } catch (error) {
      log.error('batch failed', { messages: known.length, ...describeError(error) })
      failed = new Set(known.keys())
    }
    return {
      batchItemFailures: [
        ...Records.filter(({ messageId }) => !readable.has(messageId)).map(({ messageId }) => messageId),
        ...known.filter((_, index) => failed.has(index)).map(({ messageId }) => messageId),
      ].map((itemIdentifier) => ({ itemIdentifier })),
    }
  }
}
