import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sqsSend } from '#functions/shared/queue/sqs-send.ts'

const sqs = mockClient(SQSClient)
const send = sqsSend(new SQSClient({}))
const messages = Array.from({ length: 1_234 }, (_, n) => ({ n }))
const bodies = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args: [{ input }] }) => (input.Entries ?? []).map(({ MessageBody }) => JSON.parse(MessageBody ?? '')))

beforeEach(() => {
  process.env.HOLDS_QUEUE_URL = 'https://queues.test/holds'
  sqs.reset()
})
afterEach(() => {
  delete process.env.HOLDS_QUEUE_URL
})

test('a thousand messages each go once, ten requests at a time', async () => {
  let underWay = 0
  let most = 0
  sqs.on(SendMessageBatchCommand).callsFake(async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    return {}
  })
  await send('HOLDS_QUEUE_URL', messages)
  expect(bodies().toSorted((one, other) => one.n - other.n)).toEqual(messages)
  expect(most).toBe(10)
})

test('a message that was not accepted is an error', async () => {
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: '0', SenderFault: false, Code: 'Busy' }] })
  await expect(send('HOLDS_QUEUE_URL', [{ n: 1 }])).rejects.toThrow('HOLDS_QUEUE_URL: 1 messages were not accepted.')
})

test('what is to be kept back first says for how long', async () => {
  sqs.on(SendMessageBatchCommand).resolves({})
  await send('HOLDS_QUEUE_URL', [{ n: 1 }], { group: 'one', delaySeconds: 900 })
  expect(sqs.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.Entries).toEqual([
    { Id: '0', MessageBody: '{"n":1}', MessageGroupId: 'one', DelaySeconds: 900 },
  ])
})

test('no message makes no request', async () => {
  await send('HOLDS_QUEUE_URL', [])
  expect(sqs.calls()).toEqual([])
})
