import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { readBody, sendJson } from '#local/http/body.ts'
import { MessageAttribute, md5, type Queue } from './queue.ts'
import type { Queues } from './queues.ts'

/** A refusal in the words of SQS: the name clients know it by. */
class SqsRefusal extends Error {
  override name = 'SqsRefusal'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** SQS takes at most this much in one message or batch. */
const maxBytes = 1_048_576

const attributes = z.record(z.string(), MessageAttribute).optional()
const Entry = z.object({
  MessageBody: z.string().min(1),
  DelaySeconds: z.int().min(0).max(900).optional(),
  MessageAttributes: attributes,
  /** Letters, digits and punctuation, at most 128 (API reference, SendMessage). On a standard queue: whose it is. */
  MessageGroupId: z
    .string()
    .regex(/^[\w!"#$%&'()*+,\-./:;<=>?@[\\\]^`{|}~]{1,128}$/)
    .optional(),
})
const QueueUrl = z.object({ QueueUrl: z.string() })
const Receipt = z.object({ ReceiptHandle: z.string() })
const Identified = z.object({ Id: z.string().min(1) })
const requests = {
  send: QueueUrl.extend(Entry.shape),
  sendBatch: QueueUrl.extend({ Entries: z.array(Entry.extend(Identified.shape)).max(10) }),
  receive: QueueUrl.extend({
    MaxNumberOfMessages: z.int().min(1).max(10).default(1),
    VisibilityTimeout: z.int().min(0).max(43_200).optional(),
    WaitTimeSeconds: z.int().min(0).max(20).default(0),
  }),
  remove: QueueUrl.extend(Receipt.shape),
  removeBatch: QueueUrl.extend({ Entries: z.array(Receipt.extend(Identified.shape)).max(10) }),
  visibility: QueueUrl.extend({ ...Receipt.shape, VisibilityTimeout: z.int().min(0).max(43_200) }),
  name: z.object({ QueueName: z.string() }),
}

const length = (bytes: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(bytes)
  return buffer
}

/** The checksum of SQS over message attributes: names in order, each part with its length before it. */
const md5OfAttributes = (given: Readonly<Record<string, MessageAttribute>>): string | undefined => {
  const names = Object.keys(given).sort()
  if (names.length === 0) return undefined
  const hash = createHash('md5')
  const part = (bytes: Buffer) => hash.update(length(bytes.length)).update(bytes)
  for (const name of names) {
    const { DataType = '', StringValue, BinaryValue } = given[name] ?? {}
    part(Buffer.from(name))
    part(Buffer.from(DataType))
    hash.update(Buffer.from([BinaryValue === undefined ? 1 : 2]))
    part(BinaryValue === undefined ? Buffer.from(StringValue ?? '') : Buffer.from(BinaryValue, 'base64'))
  }
  return hash.digest('hex')
}

const sent = (
  queue: Queue,
  { MessageBody, DelaySeconds, MessageAttributes = {}, MessageGroupId }: z.output<typeof Entry>,
) => {
  const message = queue.send(MessageBody, {
    attributes: MessageAttributes,
    group: MessageGroupId,
    ...(DelaySeconds !== undefined && { delayMs: DelaySeconds * 1_000 }),
  })
  const attributesMd5 = md5OfAttributes(MessageAttributes)
  return {
    MessageId: message.id,
    MD5OfMessageBody: md5(MessageBody),
    ...(attributesMd5 !== undefined && { MD5OfMessageAttributes: attributesMd5 }),
  }
}

const bytesOf = (entries: readonly z.output<typeof Entry>[]) =>
  entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0)

/** Answers SQS's JSON protocol (`X-Amz-Target: AmazonSQS.…`) over the local queues. */
export const sqsApi = (queues: Queues, queueUrl: (name: string) => string) => {
  const queueOf = (url: string) => {
    const queue = queues.byName(url.slice(url.lastIndexOf('/') + 1))
    if (!queue) throw new SqsRefusal('QueueDoesNotExist', 'The specified queue does not exist.')
    return queue
  }
  const checkSize = (entries: readonly z.output<typeof Entry>[]) => {
    if (bytesOf(entries) > maxBytes) throw new SqsRefusal('BatchRequestTooLong', 'The request is longer than 1 MiB.')
  }
  const receive = async ({ QueueUrl: url, ...options }: z.output<typeof requests.receive>) => {
    const queue = queueOf(url)
    const take = () =>
      queue.receive(
        options.MaxNumberOfMessages,
        options.VisibilityTimeout === undefined ? undefined : options.VisibilityTimeout * 1_000,
      )
    const first = take()
    if (first.length > 0 || options.WaitTimeSeconds === 0) return first
    return new Promise<ReturnType<typeof take>>((resolve) => {
      const finish = (messages: ReturnType<typeof take>) => {
        forget()
        clearTimeout(timer)
        resolve(messages)
      }
      const timer = setTimeout(() => finish([]), options.WaitTimeSeconds * 1_000)
      const forget = queues.onChange(() => {
        const messages = take()
        if (messages.length > 0) finish(messages)
      })
    })
  }

  const operations: Record<string, (body: unknown) => unknown> = {
    SendMessage(body) {
      const request = requests.send.parse(body)
      checkSize([request])
      return sent(queueOf(request.QueueUrl), request)
    },
    SendMessageBatch(body) {
      const { QueueUrl: url, Entries } = requests.sendBatch.parse(body)
      const queue = queueOf(url)
      if (Entries.length === 0) throw new SqsRefusal('EmptyBatchRequest', 'There should be at least one entry.')
      if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length)
        throw new SqsRefusal('BatchEntryIdsNotDistinct', 'Two entries have the same Id.')
      checkSize(Entries)
      return { Successful: Entries.map((entry) => ({ Id: entry.Id, ...sent(queue, entry) })), Failed: [] }
    },
    async ReceiveMessage(body) {
      const messages = await receive(requests.receive.parse(body))
      return {
        Messages: messages.map((message) => {
          const attributesMd5 = md5OfAttributes(message.attributes)
          return {
            MessageId: message.id,
            ReceiptHandle: message.receipt,
            Body: message.body,
            MD5OfBody: md5(message.body),
            Attributes: {
              ApproximateReceiveCount: String(message.receiveCount),
              SentTimestamp: String(message.sentAtMs),
              ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
              SenderId: 'local',
              ...(message.group !== undefined && { MessageGroupId: message.group }),
            },
            ...(attributesMd5 !== undefined && {
              MessageAttributes: message.attributes,
              MD5OfMessageAttributes: attributesMd5,
            }),
          }
        }),
      }
    },
    DeleteMessage(body) {
      const { QueueUrl: url, ReceiptHandle } = requests.remove.parse(body)
      queueOf(url).remove(ReceiptHandle)
      return {}
    },
    DeleteMessageBatch(body) {
      const { QueueUrl: url, Entries } = requests.removeBatch.parse(body)
      const queue = queueOf(url)
      for (const { ReceiptHandle } of Entries) queue.remove(ReceiptHandle)
      return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] }
    },
    ChangeMessageVisibility(body) {
      const { QueueUrl: url, ReceiptHandle, VisibilityTimeout } = requests.visibility.parse(body)
      if (!queueOf(url).changeVisibility(ReceiptHandle, VisibilityTimeout * 1_000))
        throw new SqsRefusal('MessageNotInflight', 'The message is not in flight.')
      return {}
    },
    GetQueueUrl(body) {
      const { QueueName } = requests.name.parse(body)
      return { QueueUrl: queueUrl(queueOf(QueueName).plan.name) }
    },
    GetQueueAttributes(body) {
      const { plan, counts } = queueOf(QueueUrl.parse(body).QueueUrl)
      const { visible, inFlight, delayed } = counts()
      return {
        Attributes: {
          QueueArn: plan.arn,
          ApproximateNumberOfMessages: String(visible),
          ApproximateNumberOfMessagesNotVisible: String(inFlight),
          ApproximateNumberOfMessagesDelayed: String(delayed),
          VisibilityTimeout: String(plan.visibilityTimeoutMs / 1_000),
          DelaySeconds: String(plan.delayMs / 1_000),
          ...(plan.redrive && {
            RedrivePolicy: JSON.stringify({
              deadLetterTargetArn: plan.redrive.deadLetterArn,
              maxReceiveCount: plan.redrive.maxReceiveCount,
            }),
          }),
        },
      }
    },
    PurgeQueue(body) {
      queueOf(QueueUrl.parse(body).QueueUrl).purge()
      return {}
    },
  }

  return async (request: IncomingMessage, response: ServerResponse) => {
    const name = String(request.headers['x-amz-target'] ?? '').replace(/^AmazonSQS\./, '')
    try {
      const operation = operations[name]
      if (!operation) throw new SqsRefusal('InvalidAction', `The action ${name} is not valid for this endpoint.`)
      const answer = await operation(JSON.parse((await readBody(request, 2 * maxBytes)).toString('utf8')))
      sendJson(response, 200, answer)
    } catch (error) {
      const code =
        error instanceof SqsRefusal
          ? error.code
          : error instanceof z.ZodError
            ? 'InvalidParameterValue'
            : 'InternalError'
      response.setHeader('x-amzn-query-error', `${code};Sender`)
      sendJson(response, code === 'InternalError' ? 500 : 400, {
        __type: `com.amazonaws.sqs#${code}`,
        message: error instanceof SqsRefusal ? error.message : `The request to ${name} is malformed.`,
      })
    }
  }
}
