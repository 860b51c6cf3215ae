import type { Send } from './queue.ts'

let shared: Promise<Send> | undefined
/** Most calls send nothing, so the SQS client is read with the first message. */
export const liveSend: Send = async (queue, messages, options) => {
  shared ??= import('./sqs-send.ts').then(({ sqsSend }) => sqsSend())
  return (await shared)(queue, messages, options)
}
