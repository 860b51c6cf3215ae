import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { leftToOthers, reservedCopies, smallestQuota } from '#lib/functions/room.ts'
import { synthesizeTemplates } from '#lib/synthesize.ts'
import { at, ofType, property, text } from '#test/support/infra/templates.ts'

const Functions = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
})

/** What each function reserves, by the file that it runs. */
const reservedAt = (lambdaQuota: string | undefined) =>
  new Map(
    synthesizeTemplates('prod', { lambdaQuota }).flatMap(({ template }) =>
      Object.values(Functions.parse(template).Resources)
        .filter(
          ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && 'ReservedConcurrentExecutions' in Properties,
        )
        .map(({ Properties }) => [
          String(Properties.Description),
          z.number().parse(Properties.ReservedConcurrentExecutions),
        ]),
    ),
  )
const sum = (reserved: Map<string, number>) => [...reserved.values()].reduce((total, copies) => total + copies, 0)

describe('the room of what takes money', () => {
  test('is nobody else’s: a part of the account for checkout and webhooks, and all workers that settle', () => {
    const reserved = reservedAt('1000')
    expect(reserved.get('functions/orders/orders.lambda.ts')).toBe(270)
    expect(reserved.get('functions/payments/payments.lambda.ts')).toBe(36)
    const converge = ofType('AWS::Lambda::EventSourceMapping').find(({ id }) => id.includes('Converge'))
    const workers = converge && at(converge.Properties, 'ScalingConfig.MaximumConcurrency')
    expect(reserved.get('functions/stripe-events/converge.lambda.ts')).toBe(workers)
  })

  test.each(['1', '10', '50', '399', undefined])(
    'is not taken from an account of %s, so that it can be deployed to',
    (quota) => {
      expect(sum(reservedAt(quota))).toBe(0)
    },
  )

  test.each([smallestQuota, 1_000, 10_000])('leaves an account of %i its 100, with two stages in it', (quota) => {
    const reserved = reservedAt(String(quota))
    expect(reserved.size).toBeGreaterThan(10)
    expect(quota - 2 * sum(reserved)).toBeGreaterThanOrEqual(leftToOthers)
  })

  test('that is full raises an alarm at the first buyer or webhook who met it', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm').filter((alarm) => property(alarm, 'MetricName') === 'Throttles')
    expect(alarms.map((alarm) => [property(alarm, 'Threshold'), property(alarm, 'ComparisonOperator')])).toEqual([
      [0, 'GreaterThanThreshold'],
      [0, 'GreaterThanThreshold'],
    ])
    expect(alarms.map(({ Properties }) => text(Properties)).join()).toMatch(
      /orders[\s\S]*payments|payments[\s\S]*orders/,
    )
  })
})

test('a share is of what can be reserved, and never rounded up', () => {
  expect(reservedCopies({ share: 0.3 }, { lambdaQuota: 401 })).toBe(90)
  expect(reservedCopies({ copies: 1 }, { lambdaQuota: 400 })).toBe(1)
})
