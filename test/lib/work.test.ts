import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { runMs } from '#functions/chores/limits.ts'
import { payoutWorkers } from '#functions/payments/stripe-pace.ts'
import { maxBusyDeliveries } from '#functions/shared/queue/deliveries.ts'
import { readersOf } from '#lib/media/number-reading.ts'
import { limits } from '#schema/limits.ts'
import { at, listAt, ofType, only, property, type Resource, text } from '#test/support/infra/templates.ts'

const queues = ofType('AWS::SQS::Queue')
const working = queues.filter((queue) => property(queue, 'RedrivePolicy'))
const deadLetters = queues.filter((queue) => !property(queue, 'RedrivePolicy'))
const alarmsOn = (queue: Resource, metric: string): Resource[] =>
  ofType('AWS::CloudWatch::Alarm').filter(
    (alarm) =>
      property(alarm, 'MetricName') === metric && text(property(alarm, 'Dimensions')).includes(`"${queue.id}"`),
  )
const numberAt = (value: unknown, path: string): number => z.number().parse(at(value, path))

test('the documents say how many tries a message and a start of a job have', () => {
  const pageOf = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')
  const tries = (start: string) =>
    property(working.find(({ id }) => id.startsWith(start)) ?? only('none'), 'RedrivePolicy.maxReceiveCount')
  const [rush, parts] = [tries('PaymentsEvents'), tries('Books')]
  for (const name of ['architecture.md', 'runbook.md']) {
    const [said = ''] = /[^\n]*\b(?:gives a message five tries|all of its tries)\b[^\n]*/.exec(pageOf(name)) ?? []
    expect(said).toMatch(new RegExp(`\\b${rush}\\b[^.]*payment events, payouts`))
    expect(said).toMatch(new RegExp(`\\b${parts} for reconciling`))
  }
  expect(tries('PayoutsWeek')).toBe(rush)
  expect(pageOf('money.md')).toContain(`whose ${rush} tries are used up`)
  // A retry comes after the first try.
  const starts =
    1 + numberAt(ofType('AWS::Scheduler::Schedule')[0]?.Properties, 'Target.RetryPolicy.MaximumRetryAttempts')
  const word = ['no', 'one', 'two', 'three', 'four', 'five'][starts]
  expect(pageOf('architecture.md')).toContain(`is tried ${word} times within an hour`)
  expect(pageOf('runbook.md')).toContain(`could not start a function ${word} times in an hour`)
})

describe('the runbook', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8')
  const functions = ofType('AWS::Lambda::Function')

  test('calls functions by their files, or by a part of their names', () => {
    const phrases = [
      ...runbook.matchAll(/\b(?:(?:log|errors|role|concurrency) of|functions?) ((?:`[\w-]+`(?:, | and )?)+)/g),
    ]
    const names = new Set(
      phrases.flatMap(([, list = '']) => [...list.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)),
    )
    expect(names.size).toBeGreaterThan(10)
    const isOne = (name: string) =>
      functions.some(
        ({ id, Metadata }) =>
          id.includes(name) || (typeof Metadata.entry === 'string' && Metadata.entry.endsWith(`/${name}.lambda.ts`)),
      )
    expect([...names].filter((name) => !isOne(name))).toEqual([])
  })

  test('switches off what takes messages, by the names that their functions have', () => {
    const switched = [...runbook.matchAll(/switch --(?:no-)?enabled darkslide-STAGE-(\w+)-(\w+)/g)]
    const taking = switched.map(([, stack = '', start = '']) => {
      const found = functions.filter((fn) => fn.stack === `darkslide-prod-${stack}` && fn.id.startsWith(start))
      return found.map(({ id }) =>
        ofType('AWS::Lambda::EventSourceMapping').filter((it) => text(property(it, 'FunctionName')).includes(id)),
      )
    })
    expect(taking.map((each) => each.length)).toEqual(switched.map(() => 1))
    // Both queues of payouts, twice: off and on.
    expect(taking.flat().map((mappings) => mappings.length)).toEqual([1, 2, 2])
  })

  test('stops every function that writes to the table, and none that a deployment needs', () => {
    const [, list = ''] = /case \$name in (.*)\n/.exec(runbook) ?? []
    const stopped = [...list.matchAll(/\*-STAGE-(\w+)-\*/g)].map(([, stack]) => `darkslide-prod-${stack}`)
    const writers = ofType('AWS::IAM::Policy').filter(({ Properties }) =>
      /dynamodb:(Put|Update|Delete)Item/.test(text(Properties)),
    )
    expect([...new Set(writers.map(({ stack }) => stack))].filter((stack) => !stopped.includes(stack))).toEqual([])
    const others = functions.filter(({ stack, Metadata }) => stopped.includes(stack) && Metadata.entry === undefined)
    expect(others.map(({ id }) => id)).toEqual([])
  })
})

describe.each(working.map((queue) => [queue.id, queue] as const))('%s', (_, queue) => {
  const mapping = () =>
    ofType('AWS::Lambda::EventSourceMapping').find((it) => text(property(it, 'EventSourceArn')).includes(queue.id))

  test('gives a message five tries, or those of a long rush, and then sets it aside, where an alarm sees it at once', () => {
    const isPatient = /^(PaymentsEvents|Payouts|Numbers)/.test(queue.id)
    const tries = isPatient ? maxBusyDeliveries : queue.id.startsWith('Books') ? 20 : 5
    expect(property(queue, 'RedrivePolicy.maxReceiveCount')).toBe(tries)
    const aside = deadLetters.find(({ id }) =>
      text(property(queue, 'RedrivePolicy.deadLetterTargetArn')).includes(`"${id}"`),
    )
    const [alarm, ...more] = alarmsOn(aside ?? only('none'), 'ApproximateNumberOfMessagesVisible')
    expect(more).toEqual([])
    expect(property(alarm ?? only('none'), 'Threshold')).toBe(0)
    expect(property(alarm ?? only('none'), 'ComparisonOperator')).toBe('GreaterThanThreshold')
  })

  test('has one consumer, which answers for each message of a batch', () => {
    expect(property(mapping() ?? only('none'), 'FunctionResponseTypes')).toEqual(['ReportBatchItemFailures'])
    expect(property(mapping() ?? only('none'), 'ScalingConfig.MaximumConcurrency')).toBeGreaterThanOrEqual(2)
  })

  test('hides a message for six times as long as its consumer may take', () => {
    const consumer = ofType('AWS::Lambda::Function').find(({ id }) =>
      text(property(mapping() ?? only('none'), 'FunctionName')).includes(`"${id}"`),
    )
    const timeout = numberAt((consumer ?? only('none')).Properties, 'Timeout')
    expect(numberAt(queue.Properties, 'VisibilityTimeout')).toBeGreaterThanOrEqual(6 * timeout)
  })

  test('has an alarm for work that waits', () => {
    expect(alarmsOn(queue, 'ApproximateAgeOfOldestMessage')).toHaveLength(1)
  })
})

test.each(queues.map((queue) => [queue.id, queue] as const))('%s is encrypted and speaks TLS only', (_, queue) => {
  expect(property(queue, 'SqsManagedSseEnabled')).toBe(true)
  const policy = ofType('AWS::SQS::QueuePolicy').find(({ Properties }) =>
    text(Properties.Queues).includes(`"${queue.id}"`),
  )
  expect(text(policy?.Properties)).toContain('"aws:SecureTransport":"false"')
})

test('counts are gathered for a minute, a full load at once, and hidden for as long as Lambda asks for', () => {
  const mapping = ofType('AWS::Lambda::EventSourceMapping').find((it) =>
    text(property(it, 'EventSourceArn')).includes('CountingEvents'),
  )
  const queue = working.find(({ id }) => id.startsWith('CountingEvents'))
  expect(property(mapping ?? only('none'), 'MaximumBatchingWindowInSeconds')).toBe(60)
  expect(property(mapping ?? only('none'), 'BatchSize')).toBe(10_000)
  expect(property(queue ?? only('none'), 'VisibilityTimeout')).toBe(6 * 60 + 60)
})

test('photos are read by as many functions as the quota’s calls keep busy, each by itself, and only this one may ask', () => {
  const mapping = ofType('AWS::Lambda::EventSourceMapping').find((it) =>
    text(property(it, 'EventSourceArn')).includes('NumbersTasks'),
  )
  expect(property(mapping ?? only('none'), 'BatchSize')).toBe(1)
  expect(property(mapping ?? only('none'), 'ScalingConfig.MaximumConcurrency')).toBe(10)
  expect([1, 5, 50].map((numbersPerSecond) => readersOf({ numbersPerSecond }))).toEqual([2, 10, 100])
  const asking = ofType('AWS::IAM::Policy').filter((policy) => text(policy.Properties).includes('rekognition:'))
  expect(asking.map(({ id }) => id)).toEqual([expect.stringContaining('NumbersReadDetectText')])
  expect(text(asking[0]?.Properties).match(/rekognition:\w+/g)).toEqual(['rekognition:DetectText'])
})

test('a photo is rendered alone, so that one that takes all memory takes no other with it', () => {
  for (const queue of ['PhotosUploads', 'PhotosRedraws']) {
    const mapping = ofType('AWS::Lambda::EventSourceMapping').find((it) =>
      text(property(it, 'EventSourceArn')).includes(queue),
    )
    expect(property(mapping ?? only('none'), 'BatchSize')).toBe(1)
  }
})

test('a payout of ninety transfers has a function and its time to itself, beside as many as the pace counts on', () => {
  const mapping = ofType('AWS::Lambda::EventSourceMapping').find((it) =>
    text(property(it, 'EventSourceArn')).includes('PayoutsWeek'),
  )
  const consumer = ofType('AWS::Lambda::Function').find(({ id }) =>
    text(property(mapping ?? only('none'), 'FunctionName')).includes(`"${id}"`),
  )
  const timeout = numberAt((consumer ?? only('none')).Properties, 'Timeout')
  const oneCallSeconds = 20
  expect(property(mapping ?? only('none'), 'BatchSize')).toBe(1)
  expect(property(mapping ?? only('none'), 'ScalingConfig.MaximumConcurrency')).toBe(payoutWorkers(25))
  expect(timeout).toBeGreaterThanOrEqual(limits.payout.sendingMs / 1_000 + 2 * oneCallSeconds)
  expect(text((consumer ?? only('none')).Properties)).toContain('PAYOUTS_QUEUE_URL')
})

describe.each(ofType('AWS::Scheduler::Schedule').map((it) => [it.id, it] as const))('%s', (_, schedule) => {
  test('starts on the minute, tries again, and ends in a queue with an alarm', () => {
    expect(property(schedule, 'FlexibleTimeWindow')).toEqual({ Mode: 'OFF' })
    expect(property(schedule, 'Target.RetryPolicy')).toEqual({
      MaximumRetryAttempts: 3,
      MaximumEventAgeInSeconds: 3_600,
    })
    const missed = queues.find(({ id }) => text(property(schedule, 'Target.DeadLetterConfig')).includes(`"${id}"`))
    expect(alarmsOn(missed ?? only('none'), 'ApproximateNumberOfMessagesVisible')).toHaveLength(1)
  })

  const started = () =>
    // A function of another stack is named by what that stack exports of it.
    ofType('AWS::Lambda::Function').find(({ id }) => text(property(schedule, 'Target.Arn')).includes(id)) ??
    only('none')

  test('starts a function of which only one runs at a time, but for the chores, of which runs overlap', () => {
    const isOfChores = started().Metadata.entry === 'functions/jobs/finish-chores.lambda.ts'
    expect(property(started(), 'ReservedConcurrentExecutions')).toBe(isOfChores ? 5 : 1)
  })

  test('raises an alarm when its function crashes once: it starts too seldom to crash often', () => {
    const [alarm, ...more] = ofType('AWS::CloudWatch::Alarm').filter(
      (each) =>
        property(each, 'MetricName') === 'Errors' && text(property(each, 'Dimensions')).includes(`"${started().id}"`),
    )
    expect(more).toEqual([])
    expect(property(alarm ?? only('none'), 'Threshold')).toBe(0)
    expect(property(alarm ?? only('none'), 'ComparisonOperator')).toBe('GreaterThanThreshold')
    // A crash is counted at the minute of its start, and told at its end.
    const longest = numberAt(started().Properties, 'Timeout')
    expect(property(alarm ?? only('none'), 'Period')).toBeGreaterThanOrEqual(2 * longest)
  })
})

test('jobs run when they are promised', () => {
  const times = ofType('AWS::Scheduler::Schedule').map((it) => [
    property(it, 'Description'),
    property(it, 'ScheduleExpression'),
    property(it, 'ScheduleExpressionTimezone'),
  ])
  expect(
    Object.fromEntries(
      times.map(([entry, ...when]) => [String(entry).replace(/^functions\/|\.lambda\.ts$/g, ''), when]),
    ),
  ).toMatchObject({
    'books/reconcile': ['rate(5 minutes)', 'Etc/UTC'],
    'payouts/release-holds': ['rate(5 minutes)', 'Etc/UTC'],
    'payouts/weekly-payouts': ['cron(0 6 ? * MON *)', 'Europe/London'],
    'mail-sending/sweep-outbox': ['rate(1 minute)', 'Etc/UTC'],
    'jobs/finish-chores': ['rate(1 minute)', 'Etc/UTC'],
    'galleries/move-counts': ['rate(10 minutes)', 'Etc/UTC'],
    'galleries/fill-search': ['rate(10 minutes)', 'Etc/UTC'],
    'media/sweep-uploads': ['cron(30 3 * * ? *)', 'Europe/London'],
  })
})

test('a run of the chores has a whole processor, and twice its time for the chore that it begins last', () => {
  const job = ofType('AWS::Lambda::Function').find(
    (fn) => fn.Metadata.entry === 'functions/jobs/finish-chores.lambda.ts',
  )
  const timeoutMs = numberAt((job ?? only('none')).Properties, 'Timeout') * 1_000
  expect(timeoutMs).toBeGreaterThanOrEqual(2 * runMs)
  // Processor comes with memory: this much is one (docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html).
  expect(property(job ?? only('none'), 'MemorySize')).toBe(1_769)
})

test('emails go out under one address, to whomever: while an account may only write to known addresses, SES asks for the right to theirs, too', () => {
  const send = ofType('AWS::IAM::Policy')
    .flatMap((policy) => listAt(policy.Properties, 'PolicyDocument.Statement'))
    .filter((statement) => text(at(statement, 'Action')).includes('ses:'))
  expect(send).toHaveLength(1)
  expect(at(send[0], 'Action')).toBe('ses:SendEmail')
  expect(text(at(send[0], 'Resource'))).toMatch(/:identity\/\*/)
  expect(at(send[0], 'Condition')).toEqual({ StringEquals: { 'ses:FromAddress': 'hello@darkslide.example' } })
})

test('whoever starts jobs may start those and nothing else', () => {
  const policy = ofType('AWS::IAM::Policy').find(({ id }) => id.startsWith('SchedulesRole'))
  const invoked = listAt(policy?.Properties, 'PolicyDocument.Statement').filter(
    (it) => at(it, 'Action') === 'lambda:InvokeFunction',
  )
  const targets = invoked.flatMap((it) => [at(it, 'Resource')].flat())
  expect(targets).toHaveLength(ofType('AWS::Scheduler::Schedule').length)
  expect(text(targets)).not.toContain('*')
})
