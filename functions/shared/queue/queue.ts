import type { SQSRecord } from 'aws-lambda'
import type { SettingName } from '#schema/settings.ts'

export type QueueName = Extract<SettingName, `${string}_QUEUE_URL`>
/**
 * Puts messages into a queue; resolves once SQS has them all. @throws when any was not accepted.
 * `group`: whose they are. Where one group has many waiting, others' come between them (SQS fair queues); an id of ours.
 * `delaySeconds`: how long they are kept back first, at most 900.
 */
export type Send = (
  queue: QueueName,
  messages: readonly unknown[],
  options?: { readonly group?: string | undefined; readonly delaySeconds?: number | undefined },
) => Promise<void>
/** Lets a message that is being worked on come again after so many seconds. */
export type Postpone = (record: Pick<SQSRecord, 'eventSourceARN' | 'receiptHandle'>, seconds: number) => Promise<void>
