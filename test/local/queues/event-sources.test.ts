import type { SQSEvent } from 'aws-lambda'
import { expect, onTestFinished, test } from 'vitest'
import type { Invoker } from '#local/lambda/invoker.ts'
import { startEventSources } from '#local/queues/event-sources.ts'
import { openQueues } from '#local/queues/queues.ts'
import type { EventSourcePlan } from '#local/template/plan.ts'
import { aQueue, aStillClock, temporaryFolder } from '#test/local/support.ts'

const setup = (consume: (bodies: string[], event: SQSEvent) => unknown, overrides: Partial<EventSourcePlan> = {}) => {
  const clock = aStillClock()
  const dead = aQueue({ name: 'dead' })
  const work = aQueue({ redrive: { deadLetterArn: dead.arn, maxReceiveCount: 3 } })
  const queues = openQueues([work, dead], { folder: temporaryFolder(), now: clock.now })
  const batches: string[][] = []
  const invoker: Invoker = {
    async invoke(_, event) {
      const bodies = (event as SQSEvent).Records.map(({ body }) => body)
      batches.push(bodies)
      return consume(bodies, event as SQSEvent)
    },
    has: () => true,
    load: async () => true,
    environmentOf: () => () => undefined,
  }
  const plan = {
    queueArn: work.arn,
    entry: 'functions/work/work.lambda.ts',
    batchSize: 10,
    reportsItemFailures: true,
    maxConcurrency: 1,
    ...overrides,
  }
  const sources = startEventSources([plan], { queues, invoker })
  onTestFinished(async () => {
    await sources.close()
    queues.close()
  })
  const send = (...bodies: string[]) => {
    for (const body of bodies) queues.byName('work')?.send(body)
  }
  const left = (name: string) =>
    queues
      .byName(name)
      ?.messages()
      .map(({ body }) => body)
  return { clock, queues, sources, batches, send, left }
}

test('messages are handed over in batches, and gone when they are done', async () => {
  const { send, sources, batches, left } = setup(() => ({ batchItemFailures: [] }), { batchSize: 2 })
  send('a', 'b', 'c')

  await sources.idle()

  expect([batches, left('work')]).toEqual([[['a', 'b'], ['c']], []])
})

test('a record has the shape of SQS’s events', async () => {
  const events: SQSEvent[] = []
  const { send, sources } = setup((_, event) => {
    events.push(event)
  })
  send('{"a":1}')

  await sources.idle()

  expect(events[0]?.Records[0]).toMatchObject({
    body: '{"a":1}',
    md5OfBody: 'bb6cb5c68df4652941caf652a366f2d8',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-west-2:000000000000:work',
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.parse('2030-01-01T10:00:00Z')) },
  })
})

test('only the failed ones of a batch come again, when their time-out has passed, and at last are dead letters', async () => {
  const { send, sources, batches, left, clock, queues } = setup((_, { Records }) => ({
    batchItemFailures: Records.filter(({ body }) => body === 'poison').map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }))
  send('good', 'poison')
  await sources.idle()
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(30_000)
    queues.wake()
    await sources.idle()
  }

  expect([batches, left('work'), left('dead')]).toEqual([[['good', 'poison'], ['poison'], ['poison']], [], ['poison']])
})

test.each([
  [
    'throws',
    () => {
      throw new Error('down')
    },
  ],
  ['names a message that was not in the batch', () => ({ batchItemFailures: [{ itemIdentifier: 'unknown' }] })],
  ['answers something else', () => ({ batchItemFailures: 'all' })],
])('the whole batch stays when the function %s', async (_, consume) => {
  const { send, sources, left } = setup(consume)
  send('a', 'b')

  await sources.idle()

  expect(left('work')).toEqual(['a', 'b'])
})
