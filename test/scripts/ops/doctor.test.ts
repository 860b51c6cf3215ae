import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { releasePrint } from '#lib/web/release-print.ts'
import { standIn } from '#test/local/stripe/stand-in.ts'
import type { Aws } from '../../../scripts/ops/aws.ts'
import { Refusal } from '../../../scripts/ops/command.ts'
import { visitSite } from '../../../scripts/ops/doctor/visit.ts'
import { examine } from '../../../scripts/ops/doctor.ts'
import { webhookSteps } from '../../../scripts/ops/stripe-setup/webhook-steps.ts'

beforeEach(() => vi.stubEnv('AWS_REGION', ''))
afterEach(() => vi.unstubAllEnvs())

const stripe = { secretKey: 'sk_live_hidden', webhookSecrets: ['whsec_a'], connectWebhookSecrets: ['whsec_b'] }
const arn = 'arn:aws:sns:eu-west-2:1:darkslide-prod-data-AlarmsTopic'
const release = { files: ['assets/index-Bq1_-x.js', 'assets/index-C2.css'] }
const outputs = {
  SiteUrl: 'https://darkslide.example',
  DistributionId: 'E1',
  MediaKeyPairs: '1',
  UserPoolId: 'eu-west-2_aB',
  UserPoolClientId: 'client',
  Release: releasePrint(release),
}
const named = (keys: Readonly<Record<string, string>>) =>
  Object.entries(keys).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))

const provider = (client_secret: string) => ({
  IdentityProvider: {
    UserPoolId: 'eu-west-2_aB',
    ProviderName: 'Google',
    ProviderType: 'Google',
    ProviderDetails: { client_id: 'id.apps.googleusercontent.com', client_secret, authorize_scopes: 'openid email' },
  },
})

/** The site as lib/release-stack.ts lays it down. */
const pages: Readonly<Record<string, string>> = {
  'https://darkslide.example/': '<script type="module" crossorigin src="/assets/index-Bq1_-x.js"></script>',
  'https://darkslide.example/release.json': JSON.stringify(release),
  'https://darkslide.example/config.json': JSON.stringify({ userPoolId: 'eu-west-2_aB', userPoolClientId: 'client' }),
}

/** `https://nodejs.org/api/dns.html#dnspromisesresolvetxthostname`: a record is the parts that it was sent in. */
const zone: Readonly<Record<string, string[][]>> = {
  '_dmarc.darkslide.example': [['v=DMARC1; p=none; ', 'rua=mailto:hello@darkslide.example'], ['something else']],
}

/** How Node says that there is no such name, or nothing of the kind (nodejs.org/api/dns.html#error-codes). */
const dnsRefuses = (code: string) => Object.assign(new Error(`queryTxt ${code}`), { code })

const optOuts = (choices: Readonly<Record<string, string>>) => {
  const services = Object.fromEntries(Object.entries(choices).map(([name, value]) => [name, { opt_out_policy: value }]))
  return {
    EffectivePolicy: { PolicyType: 'AISERVICES_OPT_OUT_POLICY', PolicyContent: JSON.stringify({ services }) },
  }
}

/** What the AWS CLI answers of a stage that lacks nothing, by service and operation. */
const whole: Readonly<Record<string, unknown>> = {
  'sts get-caller-identity': { Account: '111122223333' },
  'ssm get-parameter': { Parameter: { Value: '30' } },
  // docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html, and API_Output.html
  'cloudformation describe-stacks': { Stacks: [{ StackStatus: 'UPDATE_COMPLETE', Outputs: named(outputs) }] },
  // the same, as the doctor's --query shortens it
  ...Object.fromEntries(Object.entries(outputs).map(([key, value]) => [`OutputKey=='${key}'`, [value]])),
  'secretsmanager list-secrets': ['arn:aws:secretsmanager:eu-west-2:1:secret:SecretsStripe'],
  'secretsmanager get-secret-value': { SecretString: JSON.stringify(stripe) },
  'Key=name,Values=SecretsGoogle': ['arn:aws:secretsmanager:eu-west-2:1:secret:SecretsGoogle'],
  'secret:SecretsGoogle': { SecretString: '{"clientSecret":"hidden"}' },
  // docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DescribeIdentityProvider.html; the keys of
  // Google's details in API_IdentityProviderType.html
  'cognito-idp describe-identity-provider': provider('hidden'),
  // docs.aws.amazon.com/cli/latest/reference/budgets/describe-notifications-for-budget.html, "Output" of its example
  'budgets describe-notifications-for-budget': {
    Notifications: [{ Threshold: 100, ComparisonOperator: 'GREATER_THAN', NotificationType: 'FORECASTED' }],
  },
  // docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_Subscriber.html
  'budgets describe-subscribers-for-notification': { Subscribers: [{ SubscriptionType: 'SNS', Address: arn }] },
  'lambda list-functions': [null, 'hello@darkslide.example'],
  // docs.aws.amazon.com/organizations/latest/APIReference/API_DescribeEffectivePolicy.html
  'organizations describe-effective-policy': optOuts({ default: 'optOut' }),
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

type World = {
  readonly site?: Readonly<Record<string, string>>
  readonly txt?: Readonly<Record<string, string[][] | Error>>
  readonly atStripe?: (stripe: Stripe) => Promise<unknown>
}

/** An account at the stand-in of Stripe as `stripe-setup --apply` leaves its endpoints, and the secret as it writes it. */
const setUpAccount = async () => {
  const { stripe: client } = await standIn()
  const secret = { text: JSON.stringify({ ...stripe, webhookSecrets: [], connectWebhookSecrets: [] }) }
  const box = {
    read: async () => secret.text,
    write: async (text: string) => {
      secret.text = text
      return 'version'
    },
  }
  for (const { look: find } of webhookSteps({ stripe: client, stage: 'prod', siteUrl: outputs.SiteUrl, secret: box })) {
    const finding = await find()
    if (finding.state === 'to do') await finding.mend()
  }
  return { client, secret: { SecretString: secret.text } }
}

const look = async (changed: Readonly<Record<string, unknown>> = {}, { site = {}, txt = {}, atStripe }: World = {}) => {
  const { client, secret } = await setUpAccount()
  await atStripe?.(client)
  const said: string[] = []
  const answers = { ...whole, 'secretsmanager get-secret-value': secret, ...changed }
  const aws: Aws = async (...args) => {
    const all = args.join(' ')
    const key =
      Object.keys(changed).find((each) => all.includes(each)) ??
      Object.keys(whole).find((each) => /^Variables|==|:|,/.test(each) && all.includes(each)) ??
      args.slice(0, 2).join(' ')
    const answer = Object.entries(answers).find(([name]) => name === key)?.[1]
    if (answer instanceof Error) throw answer
    return answer
  }
  const means: Parameters<typeof examine>[1] = {
    aws,
    say: (line) => said.push(line),
    stripeWith: () => client,
    visit: async (url) => ({ ...pages, ...site })[url] ?? Promise.reject(new Refusal(`${url} answers 404`)),
    txtOf: async (name) => {
      const found = { ...zone, ...txt }[name] ?? dnsRefuses('ENOTFOUND')
      if (found instanceof Error) throw found
      return found
    },
  }
  const open = await examine('prod', means).then(
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
      'Stacks[0].Outputs': refused('ValidationError', 'Stack with id darkslide-prod-x does not exist'),
      'sns list-topics': [],
      'organizations describe-effective-policy': refused('AWSOrganizationsNotInUseException'),
      'budgets describe-notifications-for-budget': refused('NotFoundException', 'Unable to get budget: darkslide-prod'),
      'scheduler list-schedules': [],
    })
    expect(missing.map((line) => line.replace(/^ {2}\[missing\] {2}/, '').split(':')[0])).toEqual([
      ...['bootstrap of eu-west-2', 'bootstrap of us-east-1'],
      ...['data', 'edge', 'site', 'identity', 'work', 'api', 'release', 'watch'].map((part) => `stack ${part}`),
      ...['Stripe', 'Stripe’s webhooks', 'Google', 'sender of emails', 'DMARC', 'email to strangers', 'Lambda quota'],
      ...['pictures at AWS', 'alarms', 'budget', 'timed starts', 'index for erasing', 'pages'],
    ])
    expect(missing.every((line) => line.includes(' → '))).toBe(true)
    expect(open).toBe('23 of 25 are open; begin with the first.')
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
    const { open, missing } = await look({ 'secret:SecretsStripe': refused('AccessDeniedException') })
    const said = 'could not be asked: An error occurred (AccessDeniedException) when calling the operation: no'
    expect(missing).toEqual([`  [unknown]  Stripe: ${said}`, `  [unknown]  Stripe’s webhooks: ${said}`])
    expect(open).toContain('2 of 25')
  })

  test.each([
    ['no such policy', refused('EffectivePolicyNotFoundException')],
    ['a yes for all', optOuts({ default: 'optIn' })],
    ['a yes for Rekognition alone', optOuts({ default: 'optOut', rekognition: 'optIn' })],
    ['words about other services', optOuts({ lex: 'optOut' })],
  ])('misses the opt-out of pictures with %s', async (_name, answer) => {
    const { missing } = await look({ 'organizations describe-effective-policy': answer })
    expect(missing).toEqual([expect.stringContaining('  [missing]  pictures at AWS: ')])
  })

  test('finds the opt-out of Rekognition alone, and says when it may not ask', async () => {
    const alone = optOuts({ default: 'optIn', rekognition: 'optOut' })
    expect((await look({ 'organizations describe-effective-policy': alone })).missing).toEqual([])
    const { missing } = await look({ 'organizations describe-effective-policy': refused('AccessDeniedException') })
    expect(missing).toEqual([expect.stringContaining('  [unknown]  pictures at AWS: ')])
  })

  test('says that erasing reads the whole table until migrate has looked through it', async () => {
    // What the command line says of an item that is not there: nothing at all.
    const { missing } = await look({ 'dynamodb get-item': null })
    expect(missing).toEqual([
      expect.stringMatching(/index for erasing: .*whole table → npm run ops -- migrate --stage prod --apply$/),
    ])
  })

  test('shows nothing of an answer that it does not understand', async () => {
    const { missing } = await look({ 'secret:SecretsStripe': { SecretBinary: 'sk_live_hidden' } })
    expect(missing.join()).toContain('Stripe: could not be asked')
    expect(missing.join()).not.toContain('hidden')
  })

  test.each([
    ['no key', { ...stripe, secretKey: 'generated' }, 'holds no key'],
    ['the other mode', { ...stripe, secretKey: 'sk_test_hidden' }, 'prod takes a live one'],
    ['no signing secret', { ...stripe, connectWebhookSecrets: [] }, 'stripe-setup --stage prod --apply'],
    ['another shape', { secretKey: 'sk_live_hidden' }, 'does not have its shape'],
  ])('finds a secret of Stripe with %s', async (_name, secret, expected) => {
    const { missing } = await look({ 'secret:SecretsStripe': { SecretString: JSON.stringify(secret) } })
    expect(missing.map((line) => line.split(': ')[0])).toEqual([
      '  [missing]  Stripe',
      '  [missing]  Stripe’s webhooks',
    ])
    expect(missing[0]).toContain(expected)
    expect(missing.join()).not.toContain('hidden')
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

  test('says what each endpoint at Stripe lacks, or that the key may not look, and repeats nothing that Stripe says', async () => {
    const changedAtStripe = async (change: (stripe: Stripe, ids: string[]) => Promise<unknown>) =>
      (
        await look(
          {},
          {
            atStripe: async (client) =>
              change(
                client,
                (
                  await client.webhookEndpoints.list()
                ).data
                  .filter(({ url }) => url.endsWith('/stripe'))
                  .map(({ id }) => id),
              ),
          },
        )
      ).missing
    const cure = '→ npm run ops -- stripe-setup --stage prod --apply'
    const off = await changedAtStripe((at, [id = '']) => at.webhookEndpoints.update(id, { disabled: true }))
    expect(off).toEqual([expect.stringMatching(/webhooks: .*\/stripe: switched off →/)])
    expect(off[0]).toContain(cure)
    const fewer = (at: Stripe, [id = '']: string[]) =>
      at.webhookEndpoints.update(id, { enabled_events: ['charge.refunded'] })
    expect(await changedAtStripe(fewer)).toEqual([expect.stringContaining('other events than those that are handled')])
    const older = async (at: Stripe, [id = '']: string[]) => {
      const { metadata, url } = (await at.webhookEndpoints.list()).data.find((each) => each.id === id) ?? { url: '' }
      await at.webhookEndpoints.del(id)
      await at.webhookEndpoints.create({
        ...{ url, metadata: metadata ?? {}, enabled_events: ['charge.refunded'] },
        api_version: '2025-03-31.basil',
      })
    }
    expect(await changedAtStripe(older)).toEqual([expect.stringContaining('its version is older')])
    const refuse = async (at: Stripe) => {
      at.webhookEndpoints.list = () => {
        throw new Stripe.errors.StripePermissionError({
          message: 'The provided key rk_live_hidden does not have the required permissions.',
          type: 'invalid_request_error',
          statusCode: 403,
        })
      }
    }
    expect(await changedAtStripe(refuse)).toEqual([
      '  [unknown]  Stripe’s webhooks: could not be asked: the key may not read Webhook Endpoints',
    ])
  })

  test('finds a stack that an older release deployed, by the outputs that it does not have', async () => {
    const { Release: _, ...before } = outputs
    const { missing } = await look({
      'darkslide-prod-release --region': { Stacks: [{ StackStatus: 'UPDATE_COMPLETE', Outputs: named(before) }] },
    })
    expect(missing).toEqual([
      '  [missing]  stack release: UPDATE_COMPLETE by a release that did not yet say Release → npx cdk deploy darkslide-prod-release -c stage=prod -c …',
    ])
  })

  test('misses no Google where none is chosen, and says when the pool has an older secret than is stored', async () => {
    // The first sentence of ResourceNotFoundException in API_DescribeIdentityProvider.html, as the command line words it.
    const none = { 'cognito-idp describe-identity-provider': refused('ResourceNotFoundException') }
    const { said, missing } = await look(none)
    expect([missing, said.find((line) => line.includes('Google'))]).toEqual([
      [],
      '  [there]    Google: not chosen: sign-in is by email',
    ])
    const stale = await look({ 'cognito-idp describe-identity-provider': provider('before') })
    expect(stale.missing).toEqual([expect.stringMatching(/another secret of id\.apps\..* → .*googleSecretVersion=…/)])
    expect(stale.said.join()).not.toMatch(/hidden|before/)
    const { IdentityProvider } = provider('x')
    const hides = { IdentityProvider: { ...IdentityProvider, ProviderDetails: { client_id: 'id' } } }
    expect((await look({ 'cognito-idp describe-identity-provider': hides })).missing).toEqual([
      '  [unknown]  Google: could not be asked: the answer does not have the expected shape',
    ])
  })

  test.each<[string, World['txt'], string]>([
    ['no record', { '_dmarc.darkslide.example': dnsRefuses('ENODATA') }, 'only claim to be of darkslide.example → '],
    ['a record of another kind', { '_dmarc.darkslide.example': [['v=spf1 -all']] }, 'only claim to be of'],
    [
      'two policies, which count as none',
      { '_dmarc.darkslide.example': [['v=DMARC1; p=none'], ['v=DMARC1; p=reject']] },
      'has 2 policies',
    ],
    [
      'a policy without a word',
      { '_dmarc.darkslide.example': [['v=DMARC1; rua=mailto:a@b.example']] },
      'asks for nothing',
    ],
    [
      'a server that fails',
      { '_dmarc.darkslide.example': dnsRefuses('ESERVFAIL') },
      'could not be asked: DNS does not answer',
    ],
  ])('finds DMARC with %s', async (_name, txt, expected) => {
    expect((await look({}, txt === undefined ? {} : { txt })).missing).toEqual([expect.stringContaining(expected)])
  })

  test('takes DMARC of the domain above for one without its own', async () => {
    const { said, missing } = await look({ 'Variables.MAIL_FROM': ['hello@photos.darkslide.example'] })
    expect(missing).toEqual([])
    expect(said).toContain('  [there]    DMARC: _dmarc.darkslide.example asks for none')
  })

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    [
      'no budget',
      { 'describe-notifications-for-budget': refused('NotFoundException') },
      'nobody is warned of the month’s bill → npx cdk deploy darkslide-prod-watch -c stage=prod -c monthlyBudgetUsd=…',
    ],
    [
      'a budget that warns of nothing',
      { 'describe-notifications-for-budget': { Notifications: [] } },
      'warns of nothing',
    ],
    [
      'a budget that warns somebody else',
      { 'describe-subscribers': { Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'a@b.example' }] } },
      'somebody else than alarms do',
    ],
  ])('finds %s', async (_name, changed, expected) => {
    expect((await look(changed)).missing).toEqual([expect.stringContaining(expected)])
  })

  test.each<[string, World['site'], string]>([
    [
      'files of another release',
      { 'https://darkslide.example/release.json': '{"files":["assets/index-older.js"]}' },
      'has files of another release than was deployed → npx cdk deploy darkslide-prod-release',
    ],
    [
      'a page of another release',
      { 'https://darkslide.example/': '<script src="/assets/index-older.js"></script>' },
      'shows a page of another release',
    ],
    ['a page that is not ours', { 'https://darkslide.example/': '<h1>Parked</h1>' }, 'a page that is not ours'],
    [
      'another user pool',
      { 'https://darkslide.example/config.json': '{"userPoolId":"eu-west-2_zZ","userPoolClientId":"client"}' },
      'another user pool',
    ],
    [
      'a text for a list',
      { 'https://darkslide.example/release.json': '<html>' },
      'could not be asked: release.json is not JSON',
    ],
  ])('finds a site with %s', async (_name, site, expected) => {
    expect((await look({}, site === undefined ? {} : { site })).missing).toEqual([expect.stringContaining(expected)])
  })

  test('visits a site as visitors do, and says which status or silence it met', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/' ? 200 : 503
      response.end('page')
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const address = server.address()
    const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}/`
    expect(await visitSite(url)).toBe('page')
    await expect(visitSite(`${url}gone`)).rejects.toThrow(`${url}gone answers 503`)
    await new Promise((resolve) => server.close(resolve))
    await expect(visitSite(url)).rejects.toThrow('does not answer')
  })
})
