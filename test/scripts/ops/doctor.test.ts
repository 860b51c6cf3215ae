import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Aws } from '../../../scripts/ops/aws.ts'
import { Refusal } from '../../../scripts/ops/command.ts'
import { examine } from '../../../scripts/ops/doctor.ts'

beforeEach(() => vi.stubEnv('AWS_REGION', ''))
afterEach(() => vi.unstubAllEnvs())

const stripe = { secretKey: 'sk_live_hidden', webhookSecrets: ['whsec_a'], connectWebhookSecrets: ['whsec_b'] }
const arn = 'arn:aws:sns:eu-west-2:1:darkslide-prod-data-AlarmsTopic'

/** What the AWS CLI answers of a stage that lacks nothing, by service and operation. */
const whole: Readonly<Record<string, unknown>> = {
  'sts get-caller-identity': { Account: '111122223333' },
  'ssm get-parameter': { Parameter: { Value: '30' } },
  'cloudformation describe-stacks': { Stacks: [{ StackStatus: 'UPDATE_COMPLETE' }] },
  'secretsmanager list-secrets': ['arn:aws:secretsmanager:eu-west-2:1:secret:SecretsStripe'],
  'secretsmanager get-secret-value': { SecretString: JSON.stringify(stripe) },
  'lambda list-functions': [null, 'hello@darkslide.example'],
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'sesv2 get-email-identity': {
    VerifiedForSendingStatus: true,
    MailFromAttributes: { MailFromDomain: 'bounces.darkslide.example', MailFromDomainStatus: 'SUCCESS' },
  },
  'sesv2 get-account': { ProductionAccessEnabled: true, SendingEnabled: true },
  'sns list-topics': [arn],
  'Variables.TABLE_NAME': [null, 'Market'],
  'dynamodb get-item': { Item: { PK: { S: 'INSTALLATION#LAYOUT' } } },
  'sns list-subscriptions-by-topic': { Subscriptions: [{ SubscriptionArn: `${arn}:1` }] },
  // docs.aws.amazon.com/scheduler/latest/APIReference/API_ListSchedules.html, as the doctor's --query shortens it
  'scheduler list-schedules': [{ Name: 'WorkSweep', State: 'ENABLED' }],
}

const look = async (changed: Readonly<Record<string, unknown>> = {}, stage = 'prod') => {
  const said: string[] = []
  const answers = { ...whole, ...changed }
  const aws: Aws = async (...args) => {
    const all = args.join(' ')
    const key =
      Object.keys(changed).find((each) => all.includes(each)) ??
      Object.keys(whole).find((each) => each.startsWith('Variables.') && all.includes(each)) ??
      args.slice(0, 2).join(' ')
    const answer = Object.entries(answers).find(([name]) => name === key)?.[1]
    if (answer instanceof Error) throw answer
    return answer
  }
  const open = await examine(stage, { aws, say: (line) => said.push(line) }).then(
    () => '',
    (error: unknown) => (error instanceof Refusal ? error.message : Promise.reject(error)),
  )
  return { open, said, missing: said.filter((line) => !line.startsWith('  [there]') && line.startsWith('  [')) }
}

const refused = (code: string, words = 'no') =>
  new Refusal(`An error occurred (${code}) when calling the operation: ${words}\nmore`)

const status = (StackStatus: string) => ({ 'cloudformation describe-stacks': { Stacks: [{ StackStatus }] } })
const mailFrom = (MailFromDomainStatus: string) => {
  const MailFromAttributes = { MailFromDomain: 'bounces.darkslide.example', MailFromDomainStatus }
  return { 'sesv2 get-email-identity': { VerifiedForSendingStatus: true, MailFromAttributes } }
}
const subscribed = (SubscriptionArn: string) => ({
  'sns list-subscriptions-by-topic': { Subscriptions: [{ SubscriptionArn }] },
})

describe('the doctor', () => {
  test('finds nothing missing of a whole stage, and shows no secret', async () => {
    const { open, said, missing } = await look()
    expect([open, missing]).toEqual(['', []])
    expect(said.at(-1)).toContain('Nothing is missing')
    expect(said.join('\n')).not.toMatch(/hidden|whsec/)
  })

  test('names what is missing of an empty account in the order in which it is made', async () => {
    const { open, missing } = await look({
      'ssm get-parameter': refused('ParameterNotFound'),
      'cloudformation describe-stacks': refused('ValidationError', 'Stack with id darkslide-prod-x does not exist'),
      'secretsmanager list-secrets': [],
      'lambda list-functions': [],
      'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } },
      'sesv2 get-account': { ProductionAccessEnabled: false, SendingEnabled: true },
      'sns list-topics': [],
      'scheduler list-schedules': [],
    })
    expect(missing.map((line) => line.replace(/^ {2}\[missing\] {2}/, '').split(':')[0])).toEqual([
      ...['bootstrap of eu-west-2', 'bootstrap of us-east-1'],
      ...['data', 'edge', 'site', 'identity', 'work', 'api', 'release', 'watch'].map((part) => `stack ${part}`),
      ...['Stripe', 'sender of emails', 'email to strangers', 'Lambda quota', 'alarms'],
      ...['timed starts', 'index for erasing'],
    ])
    expect(missing.every((line) => line.includes(' → '))).toBe(true)
    expect(open).toBe('17 of 19 are open; begin with the first.')
  })

  test('asks the edge in us-east-1 and the rest in the region, which is bootstrapped once where they are one', async () => {
    const absent = { 'darkslide-prod-edge --region us-east-1': refused('ValidationError', 'does not exist') }
    expect((await look(absent)).missing.join()).toContain('stack edge: not deployed')
    vi.stubEnv('AWS_REGION', 'us-east-1')
    expect((await look()).said.filter((line) => line.includes('bootstrap'))).toHaveLength(1)
  })

  test('misses no search stack where none is chosen, and says how one is that failed', async () => {
    const absent = { 'darkslide-prod-search': refused('ValidationError', 'does not exist') }
    const { said, missing } = await look(absent)
    expect(missing).toEqual([])
    expect(said).toContain('  [there]    stack search: not deployed: the table answers searches')
    const failed = { 'darkslide-prod-search': { Stacks: [{ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' }] } }
    expect((await look(failed)).missing).toEqual([
      '  [missing]  stack search: UPDATE_ROLLBACK_COMPLETE → npx cdk deploy darkslide-prod-search -c stage=prod -c …',
    ])
  })

  test('says what it may not ask, goes on, and does not call that well', async () => {
    const { open, missing } = await look({ 'secretsmanager get-secret-value': refused('AccessDeniedException') })
    expect(missing).toEqual([
      '  [unknown]  Stripe: could not be asked: An error occurred (AccessDeniedException) when calling the operation: no',
    ])
    expect(open).toContain('1 of 19')
  })

  test('says that erasing reads the whole table until migrate has looked through it', async () => {
    // What the command line says of an item that is not there: nothing at all.
    const { missing } = await look({ 'dynamodb get-item': null })
    expect(missing).toEqual([
      expect.stringMatching(/index for erasing: .*whole table → npm run ops -- migrate --stage prod --apply$/),
    ])
  })

  test('shows nothing of an answer that it does not understand', async () => {
    const { missing } = await look({ 'secretsmanager get-secret-value': { SecretBinary: 'sk_live_hidden' } })
    expect(missing.join()).toContain('Stripe: could not be asked')
    expect(missing.join()).not.toContain('hidden')
  })

  test.each([
    ['no key', { ...stripe, secretKey: 'generated' }, 'holds no key'],
    ['the other mode', { ...stripe, secretKey: 'sk_test_hidden' }, 'prod takes a live one'],
    ['no signing secret', { ...stripe, connectWebhookSecrets: [] }, 'stripe-setup --stage prod --apply'],
    ['another shape', { secretKey: 'sk_live_hidden' }, 'does not have its shape'],
  ])('finds a secret of Stripe with %s', async (_name, secret, expected) => {
    const { missing } = await look({ 'secretsmanager get-secret-value': { SecretString: JSON.stringify(secret) } })
    expect(missing).toHaveLength(1)
    expect(missing[0]).toContain(expected)
    expect(missing[0]).not.toContain('hidden')
  })

  test.each([
    ['a bootstrap too old', { 'ssm get-parameter': { Parameter: { Value: '5' } } }, 'version 5 is too old'],
    ['a stack that never came up', status('ROLLBACK_COMPLETE'), 'A first deployment that fails'],
    ['a stack that went back', status('UPDATE_ROLLBACK_COMPLETE'), 'npx cdk deploy darkslide-prod-data'],
    ['a stack whose changes were declined', status('REVIEW_IN_PROGRESS'), 'npx cdk deploy darkslide-prod-data'],
    ['a stack at work', status('UPDATE_IN_PROGRESS'), 'wait for it'],
    ['a paused sender', { 'sesv2 get-account': { ProductionAccessEnabled: true, SendingEnabled: false } }, 'paused'],
    ['an unverified sender', { 'sesv2 get-email-identity': { VerifiedForSendingStatus: false } }, 'not verified'],
    [
      'an unknown sender',
      { 'sesv2 get-email-identity': refused('NotFoundException') },
      'does not know darkslide.example',
    ],
    ['a MAIL FROM without records', mailFrom('PENDING'), 'bounces.darkslide.example are PENDING'],
    [
      'a start by the clock that somebody switched off',
      {
        'scheduler list-schedules': [
          { Name: 'WorkSweep', State: 'ENABLED' },
          { Name: 'WorkPay', State: 'DISABLED' },
        ],
      },
      '1 of 2 are disabled: WorkPay',
    ],
    ['nobody to alarm', { 'sns list-subscriptions-by-topic': { Subscriptions: [] } }, 'alarmEmail'],
    ['an alarm not confirmed', subscribed('PendingConfirmation'), 'follow the link'],
  ])('finds %s', async (_name, changed, expected) => {
    const { missing, open } = await look(changed)
    expect(missing[0]).toContain(expected)
    expect(open).not.toBe('')
  })
})
