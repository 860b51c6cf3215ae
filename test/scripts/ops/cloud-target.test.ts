import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Aws } from '../../../scripts/ops/aws.ts'
import { cloudTarget } from '../../../scripts/ops/cloud-target.ts'
import { dayOf } from '../../../scripts/ops/days.ts'

beforeEach(() => {
  vi.stubEnv('AWS_REGION', '')
  vi.stubEnv('STRIPE_TIMEOUT_SECONDS', '')
})
afterEach(() => vi.unstubAllEnvs())

describe('a stage in the cloud', () => {
  test('lends the settings of a function, and nothing else of its environment', async () => {
    vi.stubEnv('TABLE_NAME', '')
    vi.stubEnv('NODE_OPTIONS', 'mine')
    const asked: string[][] = []
    const aws: Aws = async (...args) => {
      asked.push(args)
      return [{ TABLE_NAME: 'darkslide-prod-data-Market', NODE_OPTIONS: '--enable-source-maps' }]
    }

    await cloudTarget('prod', aws).actAs('functions/orders/orders.lambda.ts')

    expect(process.env).toMatchObject({
      TABLE_NAME: 'darkslide-prod-data-Market',
      AWS_REGION: 'eu-west-2',
      NODE_OPTIONS: 'mine',
    })
    expect(asked.flat().join(' ')).toContain("starts_with(FunctionName, 'darkslide-prod-')")
  })

  test('has a command wait for Stripe for 20 seconds, where the function itself gives up sooner', async () => {
    await cloudTarget('prod', async () => [{ STRIPE_TIMEOUT_SECONDS: '6' }]).actAs('functions/orders/orders.lambda.ts')
    expect(process.env.STRIPE_TIMEOUT_SECONDS).toBe('20')
  })

  test.each([
    ['eu-central-1', 'eu-central-1'],
    ['', 'eu-west-2'],
  ])('is asked in the region that AWS_REGION names, or the usual one (%j)', async (named, expected) => {
    vi.stubEnv('AWS_REGION', named)
    const asked: string[][] = []
    await cloudTarget('prod', async (...args) => {
      asked.push(args)
      return ['x']
    }).output('site', 'MediaKeyPairs')
    expect(asked.flat().join(' ')).toContain(`--region ${expected}`)
  })

  test('without that function says so', async () => {
    await expect(cloudTarget('dev', async () => []).actAs('functions/none/none.lambda.ts')).rejects.toThrow(
      'dev has no function functions/none/none.lambda.ts in eu-west-2',
    )
  })

  test('that is none of ours is refused before anything is asked', () => {
    expect(() => cloudTarget('staging', async () => null)).toThrow('No stage "staging"')
  })

  test('is asked what its stacks say', async () => {
    const asked: string[][] = []
    const target = cloudTarget('prod', async (...args) => {
      asked.push(args)
      return asked.length === 1 ? ['1,2'] : []
    })
    expect(await target.output('site', 'MediaKeyPairs')).toBe('1,2')
    expect(asked.flat().join(' ')).toContain('--stack-name darkslide-prod-site')
    await expect(target.output('site', 'MediaKeyPairs')).rejects.toThrow('says no MediaKeyPairs')
  })

  test('calls pictures back from its distribution', async () => {
    const asked: string[][] = []
    const target = cloudTarget('prod', async (...args) => {
      asked.push(args)
      return ['E123']
    })
    await target.callBack(['/media/gal_1/*', '/gallery/gal_1*'])
    expect(asked.at(-1)).toEqual([
      ...['cloudfront', 'create-invalidation', '--distribution-id', 'E123'],
      ...['--paths', '/media/gal_1/*', '/gallery/gal_1*'],
    ])
  })

  test('moves the messages of one queue, by its ARN', async () => {
    const moved: string[] = []
    const aws: Aws = async (service, verb, ...rest) => {
      if (verb === 'list-queues')
        return ['https://sqs/1/darkslide-prod-work-Due', 'https://sqs/1/darkslide-prod-work-DueDeadLetters']
      if (verb === 'get-queue-attributes')
        return { QueueArn: 'arn:aws:sqs:eu-west-2:1:dead', ApproximateNumberOfMessages: '3' }
      moved.push([service, verb, ...rest].join(' '))
      return {}
    }
    const target = cloudTarget('prod', aws)
    const queues = await target.deadLetters()
    expect(queues).toMatchObject([{ name: 'darkslide-prod-work-DueDeadLetters', waiting: 3 }])

    for (const queue of queues) await target.redrive(queue)

    expect(moved).toEqual([
      expect.stringContaining('sqs start-message-move-task --source-arn arn:aws:sqs:eu-west-2:1:dead'),
    ])
  })
})

test('a day ends with its last moment, and must be on the calendar', () => {
  expect(dayOf('2030-02-28', 'the day').toISOString()).toBe('2030-02-28T23:59:59.999Z')
  for (const wrong of ['2030-02-30', '28.02.2030', '', undefined, '2030-2-8']) {
    expect(() => dayOf(wrong, 'the day')).toThrow('Name the day as YYYY-MM-DD.')
  }
})
