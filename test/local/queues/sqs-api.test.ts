import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { openQueues } from '#local/queues/queues.ts'
import { sqsApi } from '#local/queues/sqs-api.ts'
import { aQueue, aStillClock, credentials, region, serving, temporaryFolder } from '#test/local/support.ts'

const setup = async ({ folder = temporaryFolder(), clock = aStillClock() } = {}) => {
  const dead = aQueue({ name: 'dead' })
  const work = aQueue({ name: 'work', redrive: { deadLetterArn: dead.arn, maxReceiveCount: 2 } })
  const queues = openQueues([work, dead], { folder, now: clock.now })
  onTestFinished(() => queues.close())
  const api = sqsApi(queues, (name) => `${url}/000000000000/${name}`)
  const url = await serving(api)
  // The SDK checks the MD5 sums of bodies itself, and throws where one is wrong.
  const client = new SQSClient({ endpoint: url, region, credentials, maxAttempts: 1 })
  const QueueUrl = `${url}/000000000000/work`
  const send = (MessageBody: string, more: object = {}) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }))
  const receive = async (more: object = {}) =>
    (await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...more }))).Messages ?? []
  return { client, QueueUrl, clock, folder, queues, send, receive }
}

test('a message is received as it was sent, attributes and checksums included', async () => {
  const { send, receive } = await setup()
  const MessageAttributes = {
    kind: { DataType: 'String', StringValue: 'résumé' },
    raw: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
  }
  const sent = await send('héllo', { MessageAttributes })

  const [message] = await receive({ MessageAttributeNames: ['All'] })

  expect(message).toMatchObject({
    MessageId: sent.MessageId,
    Body: 'héllo',
    MD5OfBody: 'be50e8478cf24ff3595bc7307fb91b50',
    MessageAttributes,
    MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
    Attributes: { ApproximateReceiveCount: '1' },
  })
})

test('a received message is hidden until its visibility time-out has passed', async () => {
  const { send, receive, clock } = await setup()
  await send('a')
  await receive()

  const hidden = await receive()
  clock.advance(30_000)
  const again = await receive()

  expect([hidden.length, again.map(({ Attributes }) => Attributes?.ApproximateReceiveCount)]).toEqual([0, ['2']])
})

test('a deleted message does not come again', async () => {
  const { client, QueueUrl, send, receive, clock } = await setup()
  await send('a')
  const [message] = await receive()

  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }))
  clock.advance(60_000)

  expect(await receive()).toEqual([])
})

test('a message received too often becomes a dead letter, and can be put back', async () => {
  const { send, receive, clock, queues } = await setup()
  await send('poison')
  for (let turn = 0; turn < 3; turn += 1) {
    await receive()
    clock.advance(30_000)
  }

  expect(
    queues
      .byName('dead')
      ?.messages()
      .map(({ body }) => body),
  ).toEqual(['poison'])
  expect(queues.redrive('dead')).toBe(1)
  expect((await receive()).map(({ Body }) => Body)).toEqual(['poison'])
})

test('a delayed message comes after its delay', async () => {
  const { send, receive, clock } = await setup()
  await send('later', { DelaySeconds: 60 })

  const before = await receive()
  clock.advance(60_000)

  expect([before.length, (await receive()).length]).toEqual([0, 1])
})

test('a batch is taken whole, and deleted in part', async () => {
  const { client, QueueUrl, receive, clock } = await setup()
  const Entries = ['a', 'b', 'c'].map((MessageBody) => ({ Id: MessageBody, MessageBody }))
  const sent = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
  const messages = await receive()

  await client.send(
    new DeleteMessageBatchCommand({
      QueueUrl,
      Entries: messages.slice(0, 2).map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
    }),
  )
  clock.advance(30_000)

  expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['a', 'b', 'c'])
  expect((await receive()).map(({ Body }) => Body)).toEqual(['c'])
})

test('its visibility can be changed, and its numbers asked for', async () => {
  const { client, QueueUrl, send, receive } = await setup()
  await Promise.all([send('a'), send('b'), send('c', { DelaySeconds: 60 })])
  const [first] = await receive({ MaxNumberOfMessages: 1 })

  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  await client.send(
    new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: first?.ReceiptHandle, VisibilityTimeout: 0 }),
  )

  expect(Attributes).toMatchObject({
    ApproximateNumberOfMessages: '1',
    ApproximateNumberOfMessagesNotVisible: '1',
    ApproximateNumberOfMessagesDelayed: '1',
    VisibilityTimeout: '30',
  })
  expect((await receive()).length).toBe(2)
})

test('a purged queue is empty', async () => {
  const { client, QueueUrl, send, receive } = await setup()
  await send('a')

  await client.send(new PurgeQueueCommand({ QueueUrl }))

  expect(await receive()).toEqual([])
})

test('a waiting receiver gets a message as soon as it is sent', async () => {
  const { send, receive } = await setup()

  const waiting = receive({ WaitTimeSeconds: 20 })
  await send('a')

  expect((await waiting).map(({ Body }) => Body)).toEqual(['a'])
})

test('what was sent, and how often it was received, survives a restart', async () => {
  const { send, receive, folder, clock, queues } = await setup()
  await send('kept')
  await send('done')
  const [first, second] = await receive()
  queues.byName('work')?.remove((first?.Body === 'done' ? first : second)?.ReceiptHandle ?? '')
  queues.close()

  clock.advance(30_000)
  const restarted = await setup({ folder, clock })

  expect(await restarted.receive()).toMatchObject([{ Body: 'kept', Attributes: { ApproximateReceiveCount: '2' } }])
})

test('an unknown queue, an empty message and a message too long are refused in SQS’s words', async () => {
  const { client, QueueUrl, send } = await setup()

  await expect(client.send(new GetQueueUrlCommand({ QueueName: 'nowhere' }))).rejects.toMatchObject({
    name: 'QueueDoesNotExist',
  })
  await expect(send('')).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } })
  await expect(send('x'.repeat(1_048_577))).rejects.toMatchObject({ name: 'BatchRequestTooLong' })
  expect((await client.send(new GetQueueUrlCommand({ QueueName: 'work' }))).QueueUrl).toBe(QueueUrl)
})

test('a group that has many waiting keeps no other waiting, and messages of none wait for nobody', async () => {
  const { send, receive, clock } = await setup()
  const of = (MessageGroupId: string) => ({ MessageGroupId })
  for (const n of [1, 2, 3, 4, 5]) await send(`many ${String(n)}`, of('usr_many'))
  clock.advance(1_000)
  await send('one', of('usr_one'))
  await send('nobody’s')
  const next = async () => {
    const [message] = await receive({ MaxNumberOfMessages: 1, MessageSystemAttributeNames: ['All'] })
    return [message?.Body, message?.Attributes?.MessageGroupId]
  }
  expect(await next()).toEqual(['many 1', 'usr_many'])
  // The first is still in work.
  expect(await next()).toEqual(['one', 'usr_one'])
  expect(await next()).toEqual(['nobody’s', undefined])
  expect(await next()).toEqual(['many 2', 'usr_many'])
  expect((await receive()).map(({ Body }) => Body)).toEqual(['many 3', 'many 4', 'many 5'])
})

test('whose a message is outlives a restart', async () => {
  const before = await setup()
  for (const n of [1, 2]) await before.send(`many ${String(n)}`, { MessageGroupId: 'usr_many' })
  await before.send('one', { MessageGroupId: 'usr_one' })
  before.queues.close()
  const { receive } = await setup({ folder: before.folder, clock: before.clock })
  const taken = [await receive({ MaxNumberOfMessages: 1 }), await receive({ MaxNumberOfMessages: 1 })]
  expect(taken.flat().map(({ Body }) => Body)).toEqual(['many 1', 'one'])
})

test.each(['', 'a b', 'é', 'x'.repeat(129)])('a group that SQS refuses is refused: “%s”', async (MessageGroupId) => {
  const { send } = await setup()
  await expect(send('a', { MessageGroupId })).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})
