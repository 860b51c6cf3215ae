import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FunctionTimeout, functionInvoker, type Invocation } from '#local/lambda/invoker.ts'
import type { FunctionPlan } from '#local/template/plan.ts'

const entry = 'entries/probe.lambda.ts'
const aFunction = (overrides: Partial<FunctionPlan> = {}): FunctionPlan => ({
  name: 'probe',
  arn: 'arn:aws:lambda:eu-west-2:000000000000:function:probe',
  entry,
  timeoutMs: 5_000,
  memoryMegabytes: 128,
  environment: {},
  ...overrides,
})

const setup = (plan: Partial<FunctionPlan> = {}, overrides = (_: string, granted: string | undefined) => granted) => {
  const invocations: Invocation[] = []
  const invoker = functionInvoker({
    functions: [aFunction(plan)],
    overrides,
    onInvocation: (invocation) => invocations.push(invocation),
    folder: join(import.meta.dirname),
  })
  return { invoker, invocations }
}

test('a function sees its own settings, the machine’s variables, and no setting that it was not granted', async () => {
  process.env.STAGE = 'leaked'
  process.env.DARKSLIDE_MACHINE = 'yes'
  const { invoker } = setup({ environment: { TABLE_NAME: 'market' } })

  const answer = await invoker.invoke(entry, {
    read: ['TABLE_NAME', 'STAGE', 'DARKSLIDE_MACHINE', 'AWS_LAMBDA_FUNCTION_NAME'],
  })

  expect(answer).toEqual({
    environment: { TABLE_NAME: 'market', DARKSLIDE_MACHINE: 'yes', AWS_LAMBDA_FUNCTION_NAME: 'probe' },
    name: 'probe',
    hasTime: true,
  })
  expect(process.env.STAGE).toBe('leaked')
})

test('two functions at once each see their own', async () => {
  const first = setup({ environment: { TABLE_NAME: 'one' } })
  const second = setup({ environment: { TABLE_NAME: 'two' } })

  const answers = await Promise.all([
    first.invoker.invoke(entry, { read: ['TABLE_NAME'], sleepMs: 5 }),
    second.invoker.invoke(entry, { read: ['TABLE_NAME'] }),
  ])

  expect(answers).toMatchObject([{ environment: { TABLE_NAME: 'one' } }, { environment: { TABLE_NAME: 'two' } }])
})

test('what is local replaces what the template says', async () => {
  const { invoker } = setup({ environment: { SITE_URL: 'https://cloud' } }, (name, granted) =>
    name === 'SITE_URL' && granted !== undefined ? 'http://localhost' : granted,
  )

  expect(await invoker.invoke(entry, { read: ['SITE_URL'] })).toMatchObject({
    environment: { SITE_URL: 'http://localhost' },
  })
})

test('a function that runs longer than its template allows is given up', async () => {
  const { invoker, invocations } = setup({ timeoutMs: 1 })

  await expect(invoker.invoke(entry, { sleepMs: 200 })).rejects.toThrow(FunctionTimeout)
  expect(invocations).toMatchObject([{ entry, outcome: 'timeout' }])
})

test('a failure is the caller’s to handle, and on record', async () => {
  const { invoker, invocations } = setup()

  await expect(invoker.invoke(entry, { fail: 'down' })).rejects.toThrow('down')
  expect(invocations).toMatchObject([{ outcome: 'failed' }])
})

test('an entry that the templates do not have, or that has no file, is said by name', async () => {
  const { invoker } = setup({ entry: 'entries/gone.lambda.ts' })

  await expect(invoker.invoke('entries/other.lambda.ts', {})).rejects.toThrow('no function for entries/other.lambda.ts')
  expect(await invoker.load('entries/gone.lambda.ts')).toBe(false)
})
