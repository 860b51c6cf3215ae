import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { synthesizeTemplates } from '#lib/synthesize.ts'
import { at, listAt, ofType, only, property, type Resource, text } from '#test/support/infra/templates.ts'

const collection = (stage: 'dev' | 'prod' = 'prod') => only('AWS::OpenSearchServerless::Collection', stage)
const roleOf = (entry: string): string => {
  const fn = ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata.entry === entry)
  return z.string().parse(listAt(fn?.Properties.Role, 'Fn::GetAtt')[0])
}
/** A policy in JSON that names resources of its template: its text, without references. */
const policyText = (policy: Resource): string => text(property(policy, 'Policy')).replaceAll('\\"', '"')

describe('without the choice', () => {
  const off = synthesizeTemplates('prod', { search: 'table' })
  const on = synthesizeTemplates('prod', { search: 'opensearch' })
  const resources = (templates: typeof off) =>
    new Map(
      templates.flatMap(({ stackName, template }) => {
        const { Resources } = z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(template)
        return Object.entries(Resources).map(([id, resource]) => [`${stackName} ${id}`, text(resource)] as const)
      }),
    )

  test('no stack, no resource and no setting of it exists', () => {
    expect(off.map(({ stackName }) => stackName)).not.toContain('darkslide-prod-search')
    const found = /opensearch|aoss|SEARCH_ENDPOINT|follow-galleries|fill-search/i.exec(text(off))
    expect(found).toBeNull()
  })

  test('everything else is as with it, but for the function that searches, its alarm and what starts the filling', () => {
    const [without, within] = [resources(off), resources(on)]
    const lost = [...without.keys()].filter((id) => !within.has(id))
    expect(lost).toEqual([])
    const changed = [...without].filter(([id, resource]) => within.get(id) !== resource).map(([id]) => id)
    expect(changed.map((id) => id.replace(/[0-9A-F]{8}$/, '')).toSorted()).toEqual([
      'darkslide-prod-api SubjectsgalleriesFunction',
      'darkslide-prod-api SubjectsgalleriesRoleDefaultPolicy',
      'darkslide-prod-work SchedulesRoleDefaultPolicy',
    ])
    const added = [...within.keys()].filter((id) => !without.has(id) && !id.startsWith('darkslide-prod-search '))
    expect(added.map((id) => id.replace(/[0-9A-F]{8}$/, '')).toSorted()).toEqual([
      'darkslide-prod-api SubjectsgalleriesSearchAccess',
      'darkslide-prod-api SubjectsgalleriesSearchFellBack',
      'darkslide-prod-api SubjectsgalleriesSearchFellBackAlarm',
      'darkslide-prod-work SchedulesFillSearchEveryTenMinutes',
    ])
  })

  test('nothing else is said: what is not given is the table', () => {
    const neither = synthesizeTemplates('prod', { search: undefined })
    expect(neither.map(({ stackName }) => stackName)).toEqual(off.map(({ stackName }) => stackName))
  })
})

describe('the collection', () => {
  test('is one for searching, in two zones in production and in one elsewhere', () => {
    expect(property(collection(), 'Type')).toBe('SEARCH')
    expect(property(collection(), 'StandbyReplicas')).toBe('ENABLED')
    expect(property(collection('dev'), 'StandbyReplicas')).toBe('DISABLED')
  })

  test('holds copies, and goes with its stack', () => {
    expect(['Delete', undefined]).toContain(collection().DeletionPolicy)
  })

  test('comes after the policies that it needs to be made: encryption and network, for itself alone', () => {
    const policies = ofType('AWS::OpenSearchServerless::SecurityPolicy')
    expect(policies.map((policy) => property(policy, 'Type')).toSorted()).toEqual(['encryption', 'network'])
    for (const policy of policies) {
      const rules = text(property(policy, 'Policy')).replaceAll('\\"', '"')
      expect(rules).toContain('"Resource":["collection/darkslide-prod"]')
      expect(rules).not.toContain('*')
    }
  })

  test('is open to three roles: one reads, one writes, one also opens the index', () => {
    const policies = new Map(
      ofType('AWS::OpenSearchServerless::AccessPolicy').map((policy) => [property(policy, 'Name'), policyText(policy)]),
    )
    const index = '"Resource":["index/darkslide-prod/*"]'
    expect([...policies.keys()].toSorted()).toEqual([
      'darkslide-prod-fill',
      'darkslide-prod-search',
      'darkslide-prod-write',
    ])
    const permissions = (name: string) => (policies.get(name)?.match(/aoss:\w+/g) ?? []).toSorted()
    const all: [string, string, string[]][] = [
      ['darkslide-prod-search', 'functions/galleries/galleries.lambda.ts', ['aoss:ReadDocument']],
      [
        'darkslide-prod-write',
        'functions/galleries/follow-galleries.lambda.ts',
        ['aoss:CreateIndex', 'aoss:ReadDocument', 'aoss:WriteDocument'],
      ],
      [
        'darkslide-prod-fill',
        'functions/galleries/fill-search.lambda.ts',
        [
          'aoss:CreateCollectionItems',
          'aoss:CreateIndex',
          'aoss:DescribeCollectionItems',
          'aoss:ReadDocument',
          'aoss:UpdateCollectionItems',
          'aoss:WriteDocument',
        ],
      ],
    ]
    for (const [name, entry, allowed] of all) {
      expect(policies.get(name)).toContain(index)
      expect(policies.get(name)).toContain(`["${roleOf(entry)}","Arn"]`)
      expect([name, permissions(name)]).toEqual([name, allowed])
    }
  })

  test('is asked by the roles of those three functions, by its own name', () => {
    const statements = ofType('AWS::IAM::Policy').flatMap((policy) =>
      listAt(policy.Properties, 'PolicyDocument.Statement').filter((it) => text(at(it, 'Action')).includes('aoss:')),
    )
    expect(statements).toHaveLength(3)
    for (const statement of statements) {
      expect(at(statement, 'Action')).toBe('aoss:APIAccessAll')
      expect(text(at(statement, 'Resource'))).toMatch(/MarketCollection\w*Arn|MarketCollection\w*","Arn/)
    }
  })
})

describe('the stream', () => {
  const mapping = () =>
    ofType('AWS::Lambda::EventSourceMapping').find(({ stack }) => stack === 'darkslide-prod-search') ?? only('none')

  test('is followed for galleries alone, from its beginning, each failure by itself', () => {
    expect(property(mapping(), 'StartingPosition')).toBe('TRIM_HORIZON')
    expect(property(mapping(), 'FunctionResponseTypes')).toEqual(['ReportBatchItemFailures'])
    expect(property(mapping(), 'BisectBatchOnFunctionError')).toBe(true)
    const [filter, ...more] = listAt(mapping().Properties, 'FilterCriteria.Filters')
    expect(more).toEqual([])
    expect(JSON.parse(z.string().parse(at(filter, 'Pattern')))).toEqual({
      dynamodb: { Keys: { PK: { S: [{ prefix: 'GALLERY#' }] }, SK: { S: ['GALLERY'] } } },
    })
  })

  test('keeps what was not taken for 23 hours, then in a queue with an alarm', () => {
    expect(property(mapping(), 'MaximumRecordAgeInSeconds')).toBe(23 * 3_600)
    expect(property(mapping(), 'MaximumRetryAttempts')).toBeUndefined()
    const destination = text(property(mapping(), 'DestinationConfig.OnFailure.Destination'))
    const queue = ofType('AWS::SQS::Queue').find(
      ({ id, stack }) => stack === mapping().stack && destination.includes(id),
    )
    expect(queue).toBeDefined()
    const alarms = ofType('AWS::CloudWatch::Alarm').filter(({ stack }) => stack === mapping().stack)
    expect(
      alarms
        .map((alarm) => property(alarm, 'MetricName'))
        .filter(Boolean)
        .toSorted(),
    ).toEqual(['ApproximateNumberOfMessagesVisible', 'Errors', 'IteratorAge'])
  })
})
