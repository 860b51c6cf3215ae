import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { customResource } from '#functions/shared/cloudformation/custom-resource.ts'

const open: { close: () => void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** The address that CloudFormation waits at, and what it was told. */
const cloudFormation = async () => {
  const answers: unknown[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(z.instanceof(Buffer).parse(part))
    answers.push(JSON.parse(Buffer.concat(parts).toString()))
    response.end()
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const asking = (RequestType: string) => ({
    RequestType,
    ResponseURL: `http://localhost:${port}/answer`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Logical',
    ResourceProperties: { ServiceToken: 'arn' },
  })
  return { answers, asking }
}

const resource = (step: () => Promise<Record<string, string>>) =>
  customResource({ id: 'thing', failure: 'The thing could not be made.', step })

test('a step that is done answers its attributes, under the id that stays the same', async () => {
  const { answers, asking } = await cloudFormation()
  await resource(async () => ({ colour: 'red' }))(asking('Update'))
  const same = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Logical', PhysicalResourceId: 'thing' }
  expect(answers).toEqual([{ ...same, Status: 'SUCCESS', Data: { colour: 'red' } }])
})

test('a step that fails stops the deployment with our sentence, and not with its own', async () => {
  const { answers, asking } = await cloudFormation()
  const failing = resource(() => Promise.reject(new Error('secret detail')))
  await expect(failing(asking('Create'))).rejects.toThrow('secret detail')
  expect(answers).toMatchObject([{ Status: 'FAILED', Reason: 'The thing could not be made.' }])
  expect(JSON.stringify(answers)).not.toContain('secret detail')
})

test('deleting the resource leaves what the step did', async () => {
  const { answers, asking } = await cloudFormation()
  let runs = 0
  await resource(async () => ({ runs: String(++runs) }))(asking('Delete'))
  expect(answers).toMatchObject([{ Status: 'SUCCESS' }])
  expect(runs).toBe(0)
})
