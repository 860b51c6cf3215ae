import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { synthesizeTemplates } from '#lib/synthesize.ts'
import { listAt, onlyIn, property, resourcesIn, text } from '#test/support/infra/templates.ts'
import { type Running, runningSystem } from '#test/support/system/running.ts'

/**
 * What runs here against what would be deployed, read from the templates in two ways: the local system's own reading
 * builds it, and this test counts what it must have found.
 */
let running: Running
beforeAll(async () => {
  running = await runningSystem()
})
afterAll(() => running.close())

// As one that searches by its table: the search engine of the cloud is not here.
const resources = resourcesIn(synthesizeTemplates('dev', { search: 'table' }))
const ofType = (type: string) => resources.filter(({ Type }) => Type === type)
const only = (type: string) => onlyIn(resources, type)
const entryOf = ({ Metadata }: { Metadata: Record<string, unknown> }) => String(Metadata.entry)
const deployed = ofType('AWS::Lambda::Function').filter(({ Metadata }) => Metadata.entry !== undefined)
/** The entry of the function that a reference points to, in whichever stack. */
const targetOf = (reference: unknown): string => {
  const found = deployed.filter(({ id }) => text(reference).includes(id))
  return found.map(entryOf).join()
}

describe.each(deployed.map((fn) => [entryOf(fn), fn] as const))('%s', (entry, fn) => {
  test('has the variables, time-out and memory that it is deployed with', () => {
    const names = Object.keys(Object(property(fn, 'Environment.Variables')))
    const here = running.system.plan.functions.find((each) => each.entry === entry)
    expect(Object.keys(here?.environment ?? {}).toSorted()).toEqual(names.toSorted())
    expect(here).toMatchObject({
      timeoutMs: Number(property(fn, 'Timeout')) * 1_000,
      memoryMegabytes: property(fn, 'MemorySize'),
    })
    const variable = running.system.environmentOf(entry)
    expect(names.filter((name) => variable(name) === undefined)).toEqual([])
  })
})

test('the table’s keys, indexes and projections are those of the template', () => {
  const table = only('AWS::DynamoDB::GlobalTable')
  const { plan } = running.system
  expect(plan.table.KeySchema).toEqual(table.Properties.KeySchema)
  const shapeOf = (index: unknown) => text([Object(index).IndexName, Object(index).KeySchema, Object(index).Projection])
  expect(plan.table.GlobalSecondaryIndexes.map(shapeOf).toSorted()).toEqual(
    listAt(table.Properties, 'GlobalSecondaryIndexes').map(shapeOf).toSorted(),
  )
})

test('every queue that starts a function starts the same one here, with the same batches', () => {
  const wanted = ofType('AWS::Lambda::EventSourceMapping').map((mapping) => [
    targetOf(property(mapping, 'FunctionName')),
    Number(property(mapping, 'BatchSize')),
  ])
  const found = running.system.plan.eventSources.map(({ entry, batchSize }) => [entry, batchSize])
  expect(found.toSorted()).toEqual(wanted.toSorted())
})

test('every schedule runs the same function here, at the same times', () => {
  const wanted = ofType('AWS::Scheduler::Schedule').map((schedule) => [
    targetOf(property(schedule, 'Target.Arn')),
    String(property(schedule, 'ScheduleExpression')),
  ])
  const found = running.system.plan.schedules.map(({ entry, expression }) => [entry, expression])
  expect(found.toSorted()).toEqual(wanted.toSorted())
})

test('every queue has its dead letters, its patience and its tries', () => {
  const wanted = ofType('AWS::SQS::Queue').map((queue) => [
    Number(property(queue, 'VisibilityTimeout') ?? 30) * 1_000,
    Number(property(queue, 'RedrivePolicy.maxReceiveCount') ?? 0),
  ])
  const found = running.system.plan.queues.map(({ visibilityTimeoutMs, redrive }) => [
    visibilityTimeoutMs,
    redrive?.maxReceiveCount ?? 0,
  ])
  expect(found.toSorted()).toEqual(wanted.toSorted())
})

test('the pool calls the same functions at the same moments', () => {
  const wanted = Object.entries(Object(property(only('AWS::Cognito::UserPool'), 'LambdaConfig')))
  const found = running.system.plan.userPool.triggers
  expect(wanted.map(([, arn]) => targetOf(arn)).toSorted()).toEqual(Object.values(found).toSorted())
})
