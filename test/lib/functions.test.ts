import { globSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { tableAreas } from '#lib/data/table-areas.ts'
import { urgent, urgentMark } from '#schema/alarms.ts'
import { settings } from '#schema/settings.ts'
import { at, listAt, ofType, only, property, type Resource, text } from '#test/support/infra/templates.ts'

const repository = join(import.meta.dirname, '../..')
const onDisk = globSync('functions/**/*.lambda.ts', { cwd: repository }).sort()
/** Functions of ours: the CDK's own helpers have no entry. */
const functions = () => ofType('AWS::Lambda::Function').filter(({ Metadata }) => Metadata.entry !== undefined)
const entryOf = ({ Metadata }: Resource): string => z.string().parse(Metadata.entry)
const deployed = functions().map((fn) => [entryOf(fn), fn] as const)

const catalogue = ['by-owner', 'by-seller', 'public-by-newest', 'public-by-price', 'public-by-popularity']
/** Indexes that hold items of this kind: who may not open the items has no business there. */
const indexesOf: Record<string, string[]> = {
  'GALLERY#': catalogue,
  'PHOTO#': catalogue,
  'COUNTS#': ['work'],
  'PROOF#': ['by-owner'],
  'CHORE#': ['work'],
  'OUTBOX#': ['work'],
  'ORDER#': ['work', 'by-seller'],
  'PAYOUT#': ['work'],
  'USER#': ['work', 'by-seller'],
}

/** The code of an entry without its packages: what it names and what it imports. */
const codeOf = (entry: string) => {
  const built = buildSync({
    absWorkingDir: repository,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  const [output] = Object.values(built.metafile.outputs)
  return {
    text: built.outputFiles[0]?.text ?? '',
    imports: output?.imports.map(({ path }) => path) ?? [],
    files: Object.keys(built.metafile.inputs),
  }
}

test('every entry on disk is deployed, once', () => {
  const entries = deployed.map(([entry]) => entry)
  expect(entries.filter((entry) => onDisk.includes(entry)).sort()).toEqual(onDisk)
  expect(new Set(entries).size).toBe(entries.length)
})

test('every deployed entry is on disk', () => {
  expect(deployed.map(([entry]) => entry).filter((entry) => !onDisk.includes(entry))).toEqual([])
})

describe.each(deployed)('%s', (_, fn) => {
  test('runs on Node 24, arm64, with a time-out, a trace and a log that ends', () => {
    expect(property(fn, 'Runtime')).toBe('nodejs24.x')
    expect(property(fn, 'Architectures')).toEqual(['arm64'])
    expect(property(fn, 'Timeout')).toBeLessThanOrEqual(900)
    expect(property(fn, 'TracingConfig.Mode')).toBe('Active')
    const log = ofType('AWS::Logs::LogGroup').find(({ id }) =>
      text(property(fn, 'LoggingConfig.LogGroup')).includes(id),
    )
    expect(property(log ?? only('none'), 'RetentionInDays')).toBe(90)
  })

  test('is given names of things, never a secret', () => {
    const variables = z.record(z.string(), z.unknown()).parse(property(fn, 'Environment.Variables'))
    const known = Object.keys(settings)
    expect(Object.keys(variables).filter((name) => !known.includes(name))).toEqual([])
    expect(text(variables)).not.toMatch(/\{\{resolve:|sk_(live|test)|whsec_|BEGIN [A-Z ]*PRIVATE KEY/)
  })

  test('has an alarm that says what users lose', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm').filter((alarm) =>
      text(property(alarm, 'Metrics')).includes(`"${fn.id}"`),
    )
    expect(alarms).toHaveLength(1)
  })

  test('has a role with no managed policy and no wildcard but those that are reasoned', () => {
    const role = roleOf(fn)
    expect(property(role, 'ManagedPolicyArns')).toBeUndefined()
    for (const statement of statementsOf(fn)) {
      const actions = [at(statement, 'Action')].flat().map(text)
      expect(actions.filter((action) => action.includes('*'))).toEqual([])
      if (at(statement, 'Resource') === '*') {
        // Neither knows a resource that could be named.
        const known = ['"xray:', '"rekognition:DetectText"']
        expect(actions.every((action) => known.some((begin) => action.startsWith(begin)))).toBe(true)
      }
    }
  })
})

describe.each(deployed.filter(([entry]) => onDisk.includes(entry)))('%s', (entry, fn) => {
  const code = codeOf(entry)
  const named = Object.keys(settings).filter((name) => new RegExp(`["'\`]${name}["'\`]`).test(code.text))
  const given = Object.keys(z.record(z.string(), z.unknown()).parse(property(fn, 'Environment.Variables'))).filter(
    (name) => name !== 'STAGE',
  )

  test('is told every setting that its code asks for', () => {
    // One module knows all three buckets; what a function never opens it need not be told.
    const needed = named.filter((name) => name !== 'STAGE' && !name.endsWith('_BUCKET'))
    expect(needed.filter((name) => !given.includes(name))).toEqual([])
  })

  test('is told, and so allowed, nothing that its code never asks for', () => {
    expect(given.filter((name) => !named.includes(name))).toEqual([])
  })

  test('may open exactly the areas of the table that its code names, and the indexes it asks', () => {
    const prefixes = [...code.text.matchAll(/PK: ["'`]([A-Z]+#)|["'`](OUTBOX#)/g)].map(([, key, shard]) => key ?? shard)
    const unknown = prefixes.filter(
      (prefix) =>
        !Object.values(tableAreas)
          .flat()
          .some((known) => known === prefix),
    )
    expect(unknown).toEqual([])
    const areas = Object.values(tableAreas).filter((keys) => keys.some((key) => prefixes.includes(key)))
    const indexes = [...code.text.matchAll(/\bindex: ["'`]([\w-]+)["'`]/g)].map(([, index]) => index)

    const onTable = statementsOf(fn).filter((statement) => text(at(statement, 'Action')).includes('"dynamodb:'))
    const keys = onTable.flatMap((it) => listAt(it, 'Condition.ForAllValues:StringLike.dynamodb:LeadingKeys'))
    const asked = [...text(onTable).matchAll(/\/index\/([\w-]+)/g)].map(([, index]) => index ?? '')
    expect(keys.map(String).sort()).toEqual(
      areas
        .flat()
        .map((key) => `${key}*`)
        .sort(),
    )
    expect(indexes.filter((index) => !asked.includes(index ?? ''))).toEqual([])
    const mayAsk = Object.entries(indexesOf).flatMap(([prefix, own]) => (prefixes.includes(prefix) ? own : []))
    expect(asked.filter((index) => !mayAsk.includes(index))).toEqual([])
  })

  test('has the image library if and only if it imports it', () => {
    expect(listAt(fn.Properties, 'Layers').length > 0).toBe(code.imports.includes('sharp'))
  })

  test.each([
    ['read|open|fetchTo|head', 's3:GetObject'],
    ['put|putStream', 's3:PutObject'],
    ['remove', 's3:DeleteObject'],
    ['list', 's3:ListBucket'],
  ])('may do in each bucket what its code asks for: %s', (methods, action) => {
    const calls = code.text.matchAll(
      new RegExp(`\\.(?:${methods})\\(["'\`](originals|renditions|deliveries|zips|pages)["'\`]`, 'g'),
    )
    const buckets = new Set([...calls].map(([, bucket]) => bucket))
    const places = placesOf(fn, action)
    // Objects are named by their bucket's name, buckets by what the template calls them.
    const isNamed = (bucket = '') => new RegExp(`-${bucket}-|photos${bucket}`, 'i').test(places)
    expect([...buckets].filter((bucket) => !isNamed(bucket))).toEqual([])
  })

  test('may read the version of an original if it makes buyers’ files of it', () => {
    if (!code.files.some((file) => file.endsWith('/buyer-files.ts'))) return
    expect(placesOf(fn, 's3:GetObjectVersion')).toMatch(/-originals-.*\/uploads\/\*/)
  })
})

test.each([
  'functions/photos/photos.lambda.ts',
  'functions/orders/orders.lambda.ts',
  'functions/media/render-photo.lambda.ts',
  'functions/media/sweep-batch.lambda.ts',
])('%s hears of a missing original that it is not there, and not that it is forbidden', (entry) => {
  const fn = functions().find((each) => entryOf(each) === entry) ?? only('none')
  expect(placesOf(fn, 's3:ListBucket')).toContain('PhotosOriginals')
})

test('no function may scan the table or do anything to it but read and write items', () => {
  const actions = functions()
    .flatMap(statementsOf)
    .flatMap((statement) => [at(statement, 'Action')].flat())
    .map(String)
    .filter((action) => action.startsWith('dynamodb:'))
  expect([...new Set(actions)].sort()).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    // The stream, for the one function that follows it.
    'dynamodb:DescribeStream',
    'dynamodb:GetItem',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ])
})

test('Stripe’s key is readable where money is handled and nowhere else', () => {
  const readers = functions().filter((fn) =>
    text(property(fn, 'Environment.Variables.STRIPE_SECRET_ID') ?? '').includes('Secret'),
  )
  const places = new Set(readers.map((fn) => entryOf(fn).split('/')[1]))
  expect(
    [...places].filter(
      (place) =>
        !['orders', 'payments', 'books', 'stripe-events', 'payouts', 'subscriptions', 'accounts'].includes(place ?? ''),
    ),
  ).toEqual([])
})

test('a Stripe that does not answer is given up on before the function that waits for it is cut off', () => {
  const callers = functions().filter((fn) => property(fn, 'Environment.Variables.STRIPE_TIMEOUT_SECONDS') !== undefined)
  expect(callers.length).toBeGreaterThan(6)
  for (const fn of callers) {
    // One after the other: the messages of a batch, each given up at its first call; a checkout's session, made and read again.
    const batches = ofType('AWS::Lambda::EventSourceMapping')
      .filter((it) => it.stack === fn.stack && text(property(it, 'FunctionName')).includes(`"${fn.id}"`))
      .map((it) => Number(property(it, 'BatchSize')))
    const inARow = fn.stack.endsWith('-api') ? 2 : Math.max(1, ...batches)
    const seconds = Number(property(fn, 'Environment.Variables.STRIPE_TIMEOUT_SECONDS'))
    expect(inARow * seconds, entryOf(fn)).toBeLessThan(Number(property(fn, 'Timeout')))
  }
})

const roleOf = (fn: Resource): Resource => {
  const role = ofType('AWS::IAM::Role').find(
    ({ id, stack }) => stack === fn.stack && text(property(fn, 'Role')).includes(`"${id}"`),
  )
  if (!role) throw new Error(`${fn.id} has no role.`)
  return role
}
const statementsOf = (fn: Resource): unknown[] => {
  const { id, stack } = roleOf(fn)
  return ofType('AWS::IAM::Policy')
    .filter((policy) => policy.stack === stack && text(policy.Properties.Roles).includes(`"${id}"`))
    .flatMap((policy) => listAt(policy.Properties, 'PolicyDocument.Statement'))
}

/** What a function may do this to. */
const placesOf = (fn: Resource, action: string): string =>
  text(
    statementsOf(fn)
      .filter((statement) => [at(statement, 'Action')].flat().includes(action))
      .map((statement) => at(statement, 'Resource')),
  )

test('one urgent line of any function is enough for its alarm: it counts three times, and the alarm is at more than two', () => {
  const filters = ofType('AWS::Logs::MetricFilter')
  const urgentOnes = filters.filter(({ Properties }) => text(Properties).includes(urgentMark))
  const functions = ofType('AWS::Lambda::Function').filter(({ Metadata }) => at(Metadata, 'entry') !== undefined)
  expect(urgentOnes).toHaveLength(functions.length)
  for (const filter of urgentOnes) {
    const [transformation] = listAt(filter.Properties, 'MetricTransformations')
    const plain = filters.find(
      (each) =>
        each !== filter &&
        at(listAt(each.Properties, 'MetricTransformations')[0], 'MetricName') === at(transformation, 'MetricName'),
    )
    expect(at(transformation, 'MetricValue')).toBe('2')
    const name = String(at(transformation, 'MetricName'))
    const watching = ofType('AWS::CloudWatch::Alarm').filter(({ Properties }) => text(Properties).includes(`"${name}"`))
    expect(
      watching.map((each) => [property(each, 'Threshold'), property(each, 'ComparisonOperator')]),
      name,
    ).toEqual([[2, 'GreaterThanThreshold']])
    expect(text(plain?.Properties)).toContain('$.level')
    // However many urgent lines there are: CloudWatch Logs takes 1,024 characters (PutMetricFilter, `filterPattern`).
    expect(at(filter.Properties, 'FilterPattern')).toBe('{ $.isUrgent IS TRUE }')
  }
})

test('a debt of more than thirty days raises an alarm of its own for the day', () => {
  const alarm = ofType('AWS::CloudWatch::Alarm').find(({ Properties }) =>
    text(Properties).includes('runbook.md#negative-balances'),
  )
  expect(property(alarm ?? only('none'), 'Threshold')).toBe(0)
  expect(property(alarm ?? only('none'), 'Period')).toBe(86_400)
  const metric = property(alarm ?? only('none'), 'MetricName')
  const [filter, ...more] = ofType('AWS::Logs::MetricFilter').filter(
    ({ Properties }) => at(listAt(Properties, 'MetricTransformations')[0], 'MetricName') === metric,
  )
  expect(more).toEqual([])
  expect(property(filter ?? only('none'), 'FilterPattern')).toContain(urgent.negativeTooLong)
})
