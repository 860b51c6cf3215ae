import { expect, test } from 'vitest'
import { RENDER_MEMORY_MB, RENDER_TIMEOUT_SECONDS } from '#functions/media/limits.ts'
import { maxDeliveries } from '#functions/shared/queue/deliveries.ts'
import { drawersOf, redrawersOf } from '#lib/media/rendering.ts'
import { limits } from '#schema/limits.ts'
import { at, listAt, ofType, only, property, type Resource, text } from '#test/support/infra/templates.ts'

const functionOf = (entry: string): Resource =>
  ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata.entry === entry) ?? only('none')
const bucketOf = (content: string): Resource =>
  ofType('AWS::S3::Bucket').find((bucket) => text(property(bucket, 'BucketName')).includes(`-${content}-`)) ??
  only('none')
const statementsOf = (fn: Resource): unknown[] => {
  const role = ofType('AWS::IAM::Role').find(
    ({ id, stack }) => stack === fn.stack && text(property(fn, 'Role')).includes(`"${id}"`),
  )
  return ofType('AWS::IAM::Policy')
    .filter((policy) => policy.stack === fn.stack && text(policy.Properties.Roles).includes(`"${role?.id ?? ''}"`))
    .flatMap((policy) => listAt(policy.Properties, 'PolicyDocument.Statement'))
}
const mayDo = (fn: Resource, action: string): string[] =>
  statementsOf(fn)
    .filter((statement) => [at(statement, 'Action')].flat().includes(action))
    .flatMap((statement) => [at(statement, 'Resource')].flat().map(text))

const render = functionOf('functions/media/render-photo.lambda.ts')
const sweep = functionOf('functions/media/sweep-batch.lambda.ts')

test('the render function has the memory that was measured and time for its slowest decode', () => {
  expect(property(render, 'MemorySize')).toBe(RENDER_MEMORY_MB)
  expect(property(render, 'Timeout')).toBeGreaterThanOrEqual(2 * RENDER_TIMEOUT_SECONDS)
})

test('a message that kills the function each time is set aside after the try that says so', () => {
  for (const name of ['Uploads', 'Redraws']) {
    const queue = ofType('AWS::SQS::Queue').find(({ id }) => id.startsWith(`Photos${name}Queue`))
    expect(property(queue ?? only('none'), 'RedrivePolicy.maxReceiveCount')).toBe(maxDeliveries)
  }
})

test('only uploads start a rendering: other prefixes and other buckets announce nothing', () => {
  const announcing = ofType('AWS::S3::Bucket').filter((bucket) => property(bucket, 'NotificationConfiguration'))
  expect(announcing.map(({ id }) => id)).toEqual([bucketOf('originals').id])
  const configuration = property(bucketOf('originals'), 'NotificationConfiguration')
  expect(listAt(configuration, 'QueueConfigurations')).toMatchObject([
    { Event: 's3:ObjectCreated:*', Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } } },
  ])
})

test('the render function writes pictures and buyers’ files and cannot put anything where uploads lie', () => {
  const written = mayDo(render, 's3:PutObject')
  expect(written).toHaveLength(2)
  expect(written.filter((place) => place.includes('-originals-'))).toEqual([])
  expect(mayDo(render, 's3:DeleteObject').filter((place) => !place.includes('-renditions-'))).toEqual([])
})

test('the sweep may remove what lies below the three prefixes of photos and writes no file', () => {
  const places = mayDo(sweep, 's3:DeleteObject')
  expect(places).toHaveLength(3)
  for (const prefix of ['/uploads/*', '/media/*', '/files/*']) expect(text(places)).toContain(prefix)
  expect(mayDo(sweep, 's3:PutObject')).toEqual([])
  expect(mayDo(sweep, 's3:DeleteObjectVersion')).toEqual([])
})

test('what lies beside the uploads, as the list of who was erased, is written and removed by no function', () => {
  const originals = ofType('AWS::Lambda::Function').flatMap((fn) =>
    ['s3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:*'].flatMap((action) =>
      mayDo(fn, action).filter((resource) => resource.includes('-originals-')),
    ),
  )
  expect(originals.length).toBeGreaterThan(1)
  for (const resource of originals) expect(resource).toContain('/uploads/*')
})

test('zips go a day after the last moment at which anybody is told that they are there, and keep no versions', () => {
  const rules = listAt(bucketOf('zips').Properties, 'LifecycleConfiguration.Rules')
  expect(rules).toContainEqual(
    expect.objectContaining({ ExpirationInDays: limits.zip.keptDays + 1, Status: 'Enabled' }),
  )
  expect(property(bucketOf('zips'), 'VersioningConfiguration')).toBeUndefined()
})

test('only what packs may write zips, below their prefix, and nothing may read them but CloudFront', () => {
  const named = ofType('AWS::Lambda::Function').filter((fn) =>
    ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'].some((action) =>
      mayDo(fn, action).some((resource) => resource.includes('-zips-')),
    ),
  )
  expect(named.map(({ Properties }) => Properties.Description)).toEqual(['functions/zips/make-zips.lambda.ts'])
  const [make] = named
  expect(mayDo(make ?? only('none'), 's3:PutObject').filter((resource) => resource.includes('-zips-'))).toEqual([
    expect.stringContaining('/files/zips/*'),
  ])
})

test('broken uploads are forgotten after a day, and what was removed can be had back for thirty', () => {
  for (const content of ['originals', 'renditions', 'deliveries', 'zips']) {
    const rules = listAt(bucketOf(content).Properties, 'LifecycleConfiguration.Rules')
    expect(rules).toContainEqual(
      expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }),
    )
  }
  for (const content of ['originals', 'deliveries']) {
    expect(property(bucketOf(content), 'VersioningConfiguration.Status')).toBe('Enabled')
    const rules = listAt(bucketOf(content).Properties, 'LifecycleConfiguration.Rules')
    expect(rules).toContainEqual(
      expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }),
    )
  }
})

test('as many photos are drawn at once as the account’s size allows, fifty where nobody said', () => {
  expect([undefined, 50, 400, 1_000, 5_000, 10_000].map((lambdaQuota) => drawersOf({ lambdaQuota }))).toEqual([
    50, 50, 60, 150, 750, 1_000,
  ])
  // A new mark on a huge gallery leaves four of five to uploads.
  expect([undefined, 1_000, 10_000].map((lambdaQuota) => redrawersOf({ lambdaQuota }))).toEqual([10, 30, 200])
  const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(({ id }) => id.includes('RenderPhoto'))
  expect(mappings.map((mapping) => property(mapping, 'ScalingConfig.MaximumConcurrency')).toSorted()).toEqual([120, 30])
})
