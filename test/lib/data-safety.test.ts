import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tableIndexes } from '#lib/data/market-table.ts'
import { stageNamed } from '#lib/stage.ts'
import { synthesizeTemplates } from '#lib/synthesize.ts'
import {
  at,
  listAt,
  named,
  ofType,
  only,
  onlyIn,
  property,
  type Resource,
  resourcesIn,
  resourcesOf,
  text,
} from '#test/support/infra/templates.ts'

const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8')
const photoBuckets = ['PhotosOriginals', 'PhotosRenditions', 'PhotosDeliveries']
/** Stays whatever is done to its stack, unless the very deployment that makes it fails. */
const keptOnceMade = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' }
const bucketPolicyOf = (bucket: Resource): Resource => {
  const found = ofType('AWS::S3::BucketPolicy').find(({ Properties }) => text(Properties.Bucket).includes(bucket.id))
  if (!found) throw new Error(`${bucket.id} has no policy.`)
  return found
}

describe('the table', () => {
  test('can be restored to any second, cannot be deleted by accident, and is encrypted', () => {
    const table = only('AWS::DynamoDB::GlobalTable')
    const replica = property(table, 'Replicas.0')
    expect(at(replica, 'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled')).toBe(true)
    expect(at(replica, 'DeletionProtectionEnabled')).toBe(true)
    expect(property(table, 'SSESpecification.SSEEnabled')).toBe(true)
    expect([table.DeletionPolicy, table.UpdateReplacePolicy]).toEqual(['Retain', 'Retain'])
  })

  test('is copied once a month beyond that in production, for a year, and never daily', () => {
    const rules = listAt(property(only('AWS::Backup::BackupPlan'), 'BackupPlan'), 'BackupPlanRule')
    expect(rules.map((rule) => at(rule, 'ScheduleExpression'))).toEqual([
      expect.stringMatching(/^cron\(\d+ \d+ 1 \* \? \*\)$/),
    ])
    expect(rules.map((rule) => at(rule, 'Lifecycle.DeleteAfterDays'))).toEqual([365])
    expect(text(only('AWS::Backup::BackupSelection').Properties)).toContain(only('AWS::DynamoDB::GlobalTable').id)
    expect(only('AWS::Backup::BackupVault')).toMatchObject(keptOnceMade)
  })

  test('holds for as long as operators are told what remains of somebody who was erased', () => {
    const section = /## Erasing an account\n(.*?)\n## /s.exec(runbook)?.[1] ?? ''
    const days = [...section.matchAll(/(\d+) days/g)].map(([, number]) => Number(number))
    const [copies] = listAt(property(only('AWS::Backup::BackupPlan'), 'BackupPlan'), 'BackupPlanRule')
    // 35 where the template names no other number
    // (docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery.html).
    const recovery = property(
      only('AWS::DynamoDB::GlobalTable'),
      'Replicas.0.PointInTimeRecoverySpecification.RecoveryPeriodInDays',
    )
    expect(days).toEqual(expect.arrayContaining([recovery ?? 35, at(copies, 'Lifecycle.DeleteAfterDays')]))
  })

  test('has the shape that the stores rely on', () => {
    const table = only('AWS::DynamoDB::GlobalTable')
    expect(property(table, 'KeySchema')).toEqual([
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ])
    expect(property(table, 'TimeToLiveSpecification')).toEqual({ AttributeName: 'ttl', Enabled: true })
    expect(property(table, 'StreamSpecification.StreamViewType')).toBe('NEW_AND_OLD_IMAGES')
    expect(property(table, 'BillingMode')).toBe('PAY_PER_REQUEST')
    const indexes = listAt(table.Properties, 'GlobalSecondaryIndexes').map((index) => [
      at(index, 'IndexName'),
      at(index, 'KeySchema.0.AttributeName'),
      at(index, 'KeySchema.1.AttributeName'),
      at(index, 'Projection.ProjectionType'),
    ])
    expect(indexes).toEqual([
      ['by-owner', 'ownerKey', 'ownerSort', 'ALL'],
      ['public-by-newest', 'publicKey', 'createdAt', 'ALL'],
      ['public-by-price', 'publicKey', 'pricePence', 'ALL'],
      ['public-by-popularity', 'publicKey', 'popularity', 'ALL'],
      ['work', 'workKey', 'workSort', 'ALL'],
      ['by-seller', 'sellerKey', 'sellerSort', 'ALL'],
    ])
    expect(tableIndexes).toHaveLength(indexes.length)
    const numbers = listAt(table.Properties, 'AttributeDefinitions').filter((it) => at(it, 'AttributeType') === 'N')
    expect(numbers.map((it) => at(it, 'AttributeName'))).toEqual(['pricePence', 'popularity'])
  })

  test('may be thrown away in the development stage', () => {
    const table = only('AWS::DynamoDB::GlobalTable', 'dev')
    expect(table.DeletionPolicy).toBe('Delete')
    expect(property(table, 'Replicas.0.DeletionProtectionEnabled')).toBe(false)
    expect(ofType('AWS::Backup::BackupPlan', 'dev')).toHaveLength(0)
  })
})

describe('a table that was restored beside the stack’s own', () => {
  const restored = { table: 'darkslide-prod-rebuilt', tableStream: '2026-01-31T12:00:00.000' }
  const templates = () => synthesizeTemplates('prod', restored)

  test('is the one that everything names', () => {
    const resources = resourcesIn(templates())
    const told = (among: readonly Resource[]) =>
      among.flatMap((resource) => property(resource, 'Environment.Variables.TABLE_NAME') ?? [])
    expect(told(resources)).toEqual(told(resourcesOf()).map(() => 'darkslide-prod-rebuilt'))
    const allowed = resources
      .filter(({ Type }) => Type === 'AWS::IAM::Policy')
      .flatMap(({ Properties }) => listAt(Properties, 'PolicyDocument.Statement'))
      .filter((statement) => text(at(statement, 'Action')).includes('dynamodb:'))
      .flatMap((statement) => [at(statement, 'Resource')].flat())
    expect(allowed.length).toBeGreaterThan(50)
    const ofRestored =
      /:dynamodb:[^/]*:table\/darkslide-prod-rebuilt(?:\/index\/[\w-]+|\/stream\/2026-01-31T12:00:00\.000)?"\]\]\}$/
    expect(allowed.map(text).filter((arn) => !ofRestored.test(arn))).toEqual([])
    const alarm = resources.find(({ id }) => id.startsWith('MarketThrottled'))
    expect(text(alarm?.Properties)).toContain('"Name":"TableName","Value":"darkslide-prod-rebuilt"')
    expect(text(onlyIn(resources, 'AWS::Backup::BackupSelection').Properties)).toContain(
      ':table/darkslide-prod-rebuilt',
    )
    const followed = resources.filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
    expect(followed.map((it) => text(property(it, 'EventSourceArn'))).join()).toContain(
      ':table/darkslide-prod-rebuilt/stream/2026-01-31T12:00:00.000',
    )
    const others = templates().filter(({ stackName }) => stackName !== 'darkslide-prod-data')
    expect(text(others)).not.toContain('MarketTable')
  })

  // A changed selection is made before the old one is deleted, and a plan has no two of one name.
  test('is copied by a selection of its own name, whichever is chosen after which', () => {
    const long = `darkslide-prod-${'rebuilt-again-'.repeat(5)}`
    const nameIn = (resources: readonly Resource[]) =>
      text(property(onlyIn(resources, 'AWS::Backup::BackupSelection'), 'BackupSelection.SelectionName'))
    const names = [
      nameIn(resourcesOf()),
      ...[`${long}2`, `${long}3`].map((table) =>
        nameIn(resourcesIn(synthesizeTemplates('prod', { ...restored, table }))),
      ),
    ]
    expect(new Set(names).size).toBe(names.length)
    // https://docs.aws.amazon.com/aws-backup/latest/devguide/API_BackupSelection.html
    for (const name of names) expect(name).toMatch(/^"[a-zA-Z0-9\-_.]{1,50}"$/)
  })

  test('leaves the first where it is', () => {
    expect(onlyIn(resourcesIn(templates()), 'AWS::DynamoDB::GlobalTable')).toEqual(only('AWS::DynamoDB::GlobalTable'))
  })

  test('comes with the label of its stream where a search engine follows it, which names no other table', () => {
    expect(() => stageNamed('prod', { table: 'darkslide-prod-rebuilt', search: 'opensearch' })).toThrow(
      'tableStream is missing',
    )
    expect(() => stageNamed('prod', { tableStream: restored.tableStream })).toThrow('table is missing')
    expect(() => stageNamed('dev', { table: 'darkslide-prod-rebuilt' })).toThrow('not one of this stage')
    expect(stageNamed('prod', { table: 'darkslide-prod-rebuilt' }).table).toBe('darkslide-prod-rebuilt')
  })
})

describe('buckets', () => {
  test.each(ofType('AWS::S3::Bucket').map((bucket) => [bucket.id, bucket] as const))(
    '%s is private, encrypted, has no access lists and answers over TLS only',
    (_, bucket) => {
      expect(property(bucket, 'PublicAccessBlockConfiguration')).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      })
      expect(property(bucket, 'BucketEncryption.ServerSideEncryptionConfiguration.0')).toBeDefined()
      expect(property(bucket, 'OwnershipControls.Rules.0.ObjectOwnership')).toBe('BucketOwnerEnforced')
      const statements = listAt(bucketPolicyOf(bucket).Properties, 'PolicyDocument.Statement')
      const refusals = statements.filter((statement) => at(statement, 'Effect') === 'Deny')
      expect(refusals.map((refusal) => text(at(refusal, 'Condition'))).join()).toContain(
        '"aws:SecureTransport":"false"',
      )
      expect(
        statements
          .filter((it) => at(it, 'Effect') === 'Allow')
          .map((it) => text(at(it, 'Principal')))
          .join(),
      ).not.toContain('*')
    },
  )

  test.each(photoBuckets)('%s stays when its stack is deleted', (name) => {
    expect(named('AWS::S3::Bucket', name)).toMatchObject(keptOnceMade)
  })

  test('what photographers uploaded and what buyers bought keeps its versions, for a while', () => {
    for (const name of ['PhotosOriginals', 'PhotosDeliveries']) {
      const bucket = named('AWS::S3::Bucket', name)
      expect(property(bucket, 'VersioningConfiguration.Status')).toBe('Enabled')
      expect(text(property(bucket, 'LifecycleConfiguration'))).toContain(
        '"NoncurrentVersionExpiration":{"NoncurrentDays":30}',
      )
      expect(text(property(bucket, 'LifecycleConfiguration'))).toContain('"DaysAfterInitiation":1')
    }
  })

  test('originals are stored by their use from the first day, and never where a buyer would wait for them', () => {
    const originals = named('AWS::S3::Bucket', 'PhotosOriginals')
    const rules = listAt(property(originals, 'LifecycleConfiguration'), 'Rules')
    expect(rules.flatMap((rule) => listAt(rule, 'Transitions'))).toEqual([
      { StorageClass: 'INTELLIGENT_TIERING', TransitionInDays: 0 },
    ])
    for (const bucket of ofType('AWS::S3::Bucket')) {
      expect(property(bucket, 'IntelligentTieringConfigurations')).toBeUndefined()
      expect(text(property(bucket, 'LifecycleConfiguration'))).not.toMatch(/GLACIER|ARCHIVE/)
    }
  })

  test('nothing but an arrival among the originals can start a rendering', () => {
    const telling = ofType('AWS::S3::Bucket').filter((bucket) => property(bucket, 'NotificationConfiguration'))
    expect(telling.map(({ id }) => id)).toEqual([named('AWS::S3::Bucket', 'PhotosOriginals').id])
    const told = property(telling[0] ?? only('none'), 'NotificationConfiguration')
    expect(listAt(told, 'QueueConfigurations')).toHaveLength(1)
    expect(at(told, 'QueueConfigurations.0.Filter.S3Key.Rules')).toEqual([{ Name: 'prefix', Value: 'uploads/' }])
    expect(Object.keys(told ?? {})).toEqual(['QueueConfigurations'])
  })

  test('what renders may not write among the originals', () => {
    const role = named('AWS::IAM::Role', 'RenderingRenderPhotoRole')
    const policies = ofType('AWS::IAM::Policy').filter(({ Properties }) => text(Properties.Roles).includes(role.id))
    const writes = policies
      .flatMap(({ Properties }) => listAt(Properties, 'PolicyDocument.Statement'))
      .filter((statement) => /s3:(Put|Delete)/.test(text(at(statement, 'Action'))))
      .map((statement) => text(at(statement, 'Resource')))
    expect(writes).toHaveLength(2)
    expect(writes.join()).not.toContain('originals')
  })

  test('browsers may put files from the site, and do nothing else', () => {
    const withCors = ofType('AWS::S3::Bucket').filter((bucket) => property(bucket, 'CorsConfiguration'))
    expect(withCors).toHaveLength(1)
    const rules = listAt(withCors[0]?.Properties, 'CorsConfiguration.CorsRules')
    expect(rules.map((rule) => at(rule, 'AllowedMethods'))).toEqual([['PUT']])
    expect(text(at(rules[0], 'AllowedOrigins'))).not.toContain('"*"')
  })
})

test('secrets are generated in the account or set by hand, and stay in production', () => {
  const secrets = ofType('AWS::SecretsManager::Secret')
  expect(secrets).toHaveLength(6)
  for (const secret of secrets) {
    expect(property(secret, 'SecretString')).toBeUndefined()
    expect(property(secret, 'GenerateSecretString.PasswordLength')).toBeGreaterThanOrEqual(12)
    // The key of signed addresses goes with its public half in CloudFront, without which it opens nothing.
    expect(secret.DeletionPolicy).toBe(secret.id.startsWith('MediaKeys') ? 'Delete' : keptOnceMade.DeletionPolicy)
  }
})

test('taking a stage down empties its buckets of every version, by the number that there is', () => {
  const deploying = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8')
  const buckets = ofType('AWS::S3::Bucket', 'dev')
  const versioned = buckets.filter((bucket) => property(bucket, 'VersioningConfiguration.Status') === 'Enabled')
  expect([versioned.length, buckets.length]).toEqual([3, 6])
  expect(deploying).toContain('three of the six keep versions')
  expect(deploying).toContain('aws s3api list-object-versions')
  expect(deploying).not.toContain('aws s3 rm s3://')
})

test('the users survive their stack', () => {
  expect(only('AWS::Cognito::UserPool').DeletionPolicy).toBe('Retain')
  expect(property(only('AWS::Cognito::UserPool'), 'DeletionProtection')).toBe('ACTIVE')
})

test('a first deployment that fails leaves nothing behind whose name the next one needs, or that only looks like the real one', () => {
  const left = resourcesOf().filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')
  const names = left.flatMap(({ id, Type, Properties }) =>
    Object.keys(Properties)
      .filter((key) => /^(Bucket|Table|BackupVault|UserPool|LogGroup|)Name$/.test(key))
      .map((key) => `${Type} ${id}: ${key}`),
  )
  expect(names).toEqual([])
  // What is protected against deletion could not be taken back either, nor a bucket that has a log in it already.
  expect(left.map(({ Type }) => Type).toSorted()).toEqual([
    'AWS::Cognito::UserPool',
    'AWS::DynamoDB::GlobalTable',
    'AWS::S3::Bucket',
  ])
})

test('the alarm for a table that takes no more counts every operation that a function sends', () => {
  const sent = [
    ...readFileSync(join(import.meta.dirname, '../../functions/shared/table/table.ts'), 'utf8').matchAll(
      /new (\w+)Command\(/g,
    ),
  ]
  const alarm = named('AWS::CloudWatch::Alarm', 'MarketThrottled')
  const watched = [...text(alarm.Properties).matchAll(/"Name":"Operation","Value":"(\w+)"/g)].map(([, name]) => name)
  expect(sent.length).toBeGreaterThan(5)
  // The document client's commands are named without the word at the end that the service's operations have.
  const operations = sent.map(([, name]) =>
    name === 'Query' ? name : `${name}Item${name?.startsWith('Transact') ? 's' : ''}`,
  )
  expect(watched.toSorted()).toEqual([...new Set(operations)].toSorted())
})
