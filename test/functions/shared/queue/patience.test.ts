import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { paymentsBusy } from '#functions/payments/busy-payments.ts'
import { consumePatiently } from '#functions/shared/queue/consume.ts'
import { maxBusyDeliveries, putOffSeconds } from '#functions/shared/queue/deliveries.ts'
import { sqsPostpone } from '#functions/shared/queue/sqs-postpone.ts'
import { movableClock } from '#test/support/time.ts'

const Message = z.object({ n: z.int() })
const arn = 'arn:aws:sqs:eu-west-2:123456789012:darkslide-Events-1'

const recordOf = (n: number, deliveries: number): SQSRecord => ({
  messageId: `message ${n}`,
  receiptHandle: `receipt ${n}`,
  body: JSON.stringify({ n }),
  attributes: {
    ApproximateReceiveCount: String(deliveries),
    SentTimestamp: '0',
    SenderId: 'test',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: arn,
  awsRegion: 'eu-west-2',
})

/** A queue as SQS keeps one, whose messages a handler gets ten at a time; a minute is a look at what is visible. */
const setup = (step: (n: number) => Promise<void>) => {
  const clock = movableClock()
  const errors: string[] = []
  const messages = new Map<number, { visibleAt: number; deliveries: number }>()
  const aside: number[] = []
  const handler = consumePatiently(
    Message,
    () =>
      ({ n }) =>
        step(n),
    {
      log: { info: () => {}, warn: () => {}, error: (message) => errors.push(message) },
      postpone: async ({ receiptHandle }, seconds) => {
        const message = messages.get(Number(receiptHandle.split(' ')[1]))
        if (message) message.visibleAt = clock.now().getTime() + seconds * 1_000
      },
    },
  )
  return {
    clock,
    errors,
    messages,
    aside,
    send: (n: number) => messages.set(n, { visibleAt: clock.now().getTime(), deliveries: 0 }),
    async deliver() {
      const due = [...messages].filter(([, { visibleAt }]) => visibleAt <= clock.now().getTime())
      for (let from = 0; from < due.length; from += 10) {
        const records: SQSRecord[] = []
        for (const [n, message] of due.slice(from, from + 10)) {
          if (message.deliveries >= maxBusyDeliveries) {
            aside.push(n)
            messages.delete(n)
            continue
          }
          message.deliveries++
          message.visibleAt = clock.now().getTime() + 6 * 60_000
          records.push(recordOf(n, message.deliveries))
        }
        const { batchItemFailures } = await handler({ Records: records })
        const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
        for (const { messageId } of records) {
          if (!failed.has(messageId)) messages.delete(Number(messageId.split(' ')[1]))
        }
      }
    },
  }
}

test.each([30, 120])(
  '%i minutes in which Stripe says 429 set nothing aside, fail nothing and lose nothing',
  async (minutes) => {
    const done: number[] = []
    const end = Date.parse('2030-01-01T10:00:00.000Z') + minutes * 60_000
    const world = setup(async (n) => {
      if (world.clock.now().getTime() < end) throw paymentsBusy()
      done.push(n)
    })
    for (let n = 0; n < 200; n++) world.send(n)
    for (let second = 0; second < (minutes + 6) * 60; second += 5) {
      await world.deliver()
      world.clock.forward({ seconds: 5 })
    }
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect(world.aside).toEqual([])
    expect(world.errors).toEqual([])
  },
)

test('once Stripe is busy the rest of the batch is not tried', async () => {
  let tries = 0
  const world = setup(async () => {
    tries++
    throw paymentsBusy()
  })
  for (let n = 0; n < 10; n++) world.send(n)
  await world.deliver()
  expect(tries).toBe(1)
  expect(world.messages.size).toBe(10)
})

test('what fails in another way fails alone, and is told', async () => {
  const done: number[] = []
  const world = setup(async (n) => {
    if (n === 3) throw new Error('Stripe does not know this session.')
    done.push(n)
  })
  for (let n = 0; n < 10; n++) world.send(n)
  await world.deliver()
  expect(done).toHaveLength(9)
  expect(world.errors).toEqual(['message failed'])
})

test('waits grow from seconds to five minutes, each shortened by chance', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((deliveries) => putOffSeconds(deliveries, () => 1))).toEqual([
    10, 20, 40, 80, 160, 300, 300,
  ])
  expect(putOffSeconds(6, () => 0)).toBe(150)
})

const sqs = mockClient(SQSClient)
afterEach(() => {
  delete process.env.PAYMENT_EVENTS_QUEUE_URL
  sqs.reset()
})

test('a message is put off in the queue that it came from', async () => {
  process.env.PAYMENT_EVENTS_QUEUE_URL = 'https://sqs.eu-west-2.amazonaws.com/123456789012/darkslide-Events-1'
  sqs.on(ChangeMessageVisibilityCommand).resolves({})
  const postpone = sqsPostpone(['PAYMENT_EVENTS_QUEUE_URL'], new SQSClient({}))
  await postpone(recordOf(1, 1), 40)
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args: [{ input }] }) => input)).toEqual([
    {
      QueueUrl: 'https://sqs.eu-west-2.amazonaws.com/123456789012/darkslide-Events-1',
      ReceiptHandle: 'receipt 1',
      VisibilityTimeout: 40,
    },
  ])
  await expect(postpone({ ...recordOf(1, 1), eventSourceARN: `${arn}2` }, 40)).rejects.toThrow('darkslide-Events-12')
})
