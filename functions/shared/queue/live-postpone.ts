import type { Postpone, QueueName } from './queue.ts'

/** Seldom needed, so the SQS client is read with the first message that is put off. */
export const livePostpone = (...queues: QueueName[]): Postpone => {
  let shared: Promise<Postpone> | undefined
  return async (record, seconds) => {
    shared ??= import('./sqs-postpone.ts').then(({ sqsPostpone }) => sqsPostpone(queues))
    await (await shared)(record, seconds)
  }
}
