import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stack, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { unbundledApp } from '#lib/synthesize.ts'
import { secretShapes } from '#test/support/infra/secret-shapes.ts'
import { at, listAt, ofType, only, property, resourcesOf, text } from '#test/support/infra/templates.ts'

const stages = ['dev', 'prod'] as const

describe.each(stages)('%s', (stage) => {
  test('has stacks with room to grow: fewer than 400 resources each', () => {
    const counts = Map.groupBy(resourcesOf(stage), ({ stack }) => stack)
    expect(counts.size).toBeGreaterThanOrEqual(8)
    for (const [stack, resources] of counts) expect([stack, resources.length < 400]).toEqual([stack, true])
  })

  test('breaks no rule of AwsSolutions, and says why wherever one does not fit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'darkslide-nag-'))
    try {
      const app = unbundledApp(folder, { stage, isValidated: true })
      app.synth()
      const { violations } = new AwsSolutionsChecks(app).validateScope(app)
      expect(violations.map(({ ruleName, description }) => `${ruleName}: ${description}`)).toEqual([])

      const reasons = app.node
        .findAll()
        .flatMap((construct) =>
          construct.node.metadata
            .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
            .flatMap(({ data }) => Object.values(z.record(z.string(), z.unknown()).parse(data)).map(String)),
        )
      expect(reasons.length).toBeGreaterThan(0)
      expect(reasons.filter((reason) => reason.split(' ').length < 5 && !/^Buyers/.test(reason))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('publishes new pages after the API that they ask', () => {
    const folder = mkdtempSync(join(tmpdir(), 'darkslide-order-'))
    try {
      const release = unbundledApp(folder, { stage }).node.findChild(`darkslide-${stage}-release`)
      const before = release instanceof Stack ? release.dependencies.map(({ stackName }) => stackName) : []
      expect(before).toContain(`darkslide-${stage}-api`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('has no secret in any template', () => {
    const all = text(resourcesOf(stage))
    expect(all).not.toMatch(secretShapes)
    expect(all).not.toMatch(/[sr]k_(live|test)_|whsec_|GOCSPX-|BEGIN [A-Z ]*PRIVATE KEY/)
    const generated = ofType('AWS::SecretsManager::Secret', stage).map((secret) =>
      text(property(secret, 'GenerateSecretString.SecretStringTemplate')),
    )
    expect(generated.join()).not.toMatch(/secretKey|clientSecret|privateKeyPem|originVerify|"code/)
  })
})

describe('alarms', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8')
  const anchor = (title = ''): string => title.toLowerCase().replaceAll(' ', '-')
  const sections = new Set([...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchor(title)))
  const alarms = ofType('AWS::CloudWatch::Alarm').map((alarm) => [alarm.id, alarm] as const)
  const form = /^(.+\.) What to do: docs\/runbook\.md#([\w-]+)$/

  test.each(alarms)('%s says what users lose and where the answer is', (_, alarm) => {
    const [, impact, section] = form.exec(String(property(alarm, 'AlarmDescription'))) ?? []
    expect(impact?.split(' ').length).toBeGreaterThan(3)
    expect([...sections]).toContain(section)
  })

  test.each(alarms)('%s tells the operator when it starts and when it is over', (_, alarm) => {
    expect(text(property(alarm, 'AlarmActions'))).toContain('AlarmsTopic')
    expect(text(property(alarm, 'OKActions'))).toContain('AlarmsTopic')
    expect(property(alarm, 'TreatMissingData')).toBe('notBreaching')
  })

  test('the runbook has no section about an alarm that is gone', () => {
    const linked = new Set(alarms.map(([, alarm]) => form.exec(String(property(alarm, 'AlarmDescription')))?.[2]))
    const [, below] = runbook.split(/^# Alarms$/m)
    const [own] = below?.split(/^# /m) ?? []
    const written = [...(own ?? '').matchAll(/^## (.+)$/gm)].map(([, title]) => anchor(title))
    expect(written.filter((title) => !linked.has(title))).toEqual([])
  })

  test('the topic takes TLS only', () => {
    expect(text(only('AWS::SNS::TopicPolicy').Properties)).toContain('"aws:SecureTransport":"false"')
  })
})

describe('the dashboard', () => {
  const searches = [
    ...text(property(only('AWS::CloudWatch::Dashboard'), 'DashboardBody'))
      .replaceAll('\\', '')
      .matchAll(/SEARCH\('(.*?)'/g),
  ].map(([, search = '']) => search)

  test('looks for whole names in quotes, which match nothing less', () => {
    const quoted = searches.flatMap((search) => [...search.matchAll(/"(.*?)"/g)].map(([, value = '']) => value))
    expect(quoted.length).toBeGreaterThan(5)
    expect(quoted.filter((value) => 'darkslide-prod-'.startsWith(value) || value.startsWith('darkslide'))).toEqual([])
  })

  test('finds functions, queues, the table and logged errors by the words that their names begin with', () => {
    for (const name of ['FunctionName', 'QueueName', 'TableName', 'MetricName']) {
      const ours = searches.filter((search) => search.includes(`${name}=darkslide `))
      expect(ours.length).toBeGreaterThan(0)
      for (const search of ours) expect(search).toContain(`${name}=prod`)
    }
  })
})

test('a release puts hashed files first and the page that names them last', () => {
  const [hashed, entry] = ofType('Custom::CDKBucketDeployment')
  expect(property(hashed ?? only('none'), 'SystemMetadata')).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(property(entry ?? only('none'), 'SystemMetadata')).toEqual({ 'cache-control': 'no-cache' })
  expect(text(entry)).toContain(`"${hashed?.id}"`)
  expect(property(entry ?? only('none'), 'DistributionPaths')).toEqual([
    '/',
    '/index.html',
    '/config.json',
    '/installation.json',
  ])
  for (const it of [hashed, entry]) expect(property(it ?? only('none'), 'Prune')).toBe(false)
})

test('what the CDK’s copier logs ends, and goes with its stack', () => {
  const copiers = ofType('AWS::Lambda::Function').filter(({ id }) => id.startsWith('CustomCDKBucketDeployment'))
  expect(copiers.length).toBeGreaterThan(0)
  for (const copier of copiers) {
    const log = ofType('AWS::Logs::LogGroup').find(({ id }) =>
      text(property(copier, 'LoggingConfig.LogGroup')).includes(`"${id}"`),
    )
    expect(property(log ?? only('none'), 'RetentionInDays')).toBe(90)
    expect(log?.DeletionPolicy).toBe('Delete')
  }
})

describe('files of earlier releases', () => {
  const pages = ofType('AWS::S3::Bucket').find((bucket) => text(property(bucket, 'BucketName')).includes('-pages-'))
  const forgotten = only('Custom::PastReleases')

  test('are looked at once the new pages are live', () => {
    const [, entry] = ofType('Custom::CDKBucketDeployment')
    expect(forgotten.DependsOn).toContain(entry?.id)
  })

  test('stay for thirty days after their release, by the versions of its list', () => {
    expect(property(pages ?? only('none'), 'VersioningConfiguration.Status')).toBe('Enabled')
    expect(listAt(pages?.Properties, 'LifecycleConfiguration.Rules')).toContainEqual(
      expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }),
    )
  })

  test('are removed by a function that can remove nothing else: no page, no version', () => {
    const removing = ofType('AWS::IAM::Policy')
      .filter(({ id }) => id.startsWith('PastForget'))
      .flatMap((policy) => listAt(policy.Properties, 'PolicyDocument.Statement'))
      .filter((statement) => text(at(statement, 'Action')).includes('s3:Delete'))
    expect(removing).toHaveLength(1)
    expect(at(removing[0], 'Action')).toBe('s3:DeleteObject')
    expect(text(at(removing[0], 'Resource'))).toMatch(/-pages-.*\/assets\/\*/)
  })
})
