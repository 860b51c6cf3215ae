import * as z from 'zod'
import { traceLayoutKey } from '#functions/accounts/trace-layout-store.ts'
import type { Asked, Question } from './question.ts'
import { unlessAbsent } from './stack-questions.ts'

const Limits = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) })
const Sending = z.object({ ProductionAccessEnabled: z.boolean(), SendingEnabled: z.boolean() })
const Senders = z.array(z.string().nullable()).nullable()
const Identity = z.object({
  VerifiedForSendingStatus: z.boolean(),
  MailFromAttributes: z
    .object({ MailFromDomain: z.string().optional(), MailFromDomainStatus: z.string().optional() })
    .optional(),
})
const Topics = z.array(z.string()).nullable()
const Subscriptions = z.object({ Subscriptions: z.array(z.object({ SubscriptionArn: z.string() })) })
const Secrets = z.array(z.string()).nullable()
const Value = z.object({ SecretString: z.string() })
const StripeSecret = z.object({
  secretKey: z.string(),
  webhookSecrets: z.array(z.string()),
  connectWebhookSecrets: z.array(z.string()),
})

// docs.aws.amazon.com/scheduler/latest/APIReference/API_ListSchedules.html
const TimedStarts = z.array(z.object({ Name: z.string(), State: z.enum(['ENABLED', 'DISABLED']) })).nullable()
const Tables = z.array(z.string().nullable()).nullable()
const Noted = z.object({ Item: z.unknown() }).partial().nullable()

/** From here on `lambdaQuota` keeps room for what takes money (docs/decisions/0054-room-for-what-takes-money.md). */
const leastQuota = 400

const regional =
  ({ aws, stage }: Asked) =>
  (...args: string[]) =>
    aws(...args, '--region', stage.region)

const stripeQuestion = (asked: Asked): Question => ({
  topic: 'Stripe',
  look: async () => {
    const ask = regional(asked)
    const arns = Secrets.parse(
      await ask(
        ...['secretsmanager', 'list-secrets', '--query', 'SecretList[].ARN'],
        ...['--filters', 'Key=name,Values=SecretsStripe', `Key=tag-value,Values=${asked.stage.name}`],
      ),
    )
    const cure = 'put the key into the secret (docs/deploying.md, "Stripe")'
    const [arn] = arns ?? []
    if (arn === undefined) return { says: 'there is no secret yet', cure: 'deploy the data stack' }
    const { SecretString: text } = Value.parse(await ask('secretsmanager', 'get-secret-value', '--secret-id', arn))
    const secret = StripeSecret.safeParse(parsedJson(text))
    if (!secret.success) return { says: 'the secret does not have its shape', cure }
    const mode = /^[sr]k_(live|test)_/.exec(secret.data.secretKey)?.[1]
    if (mode === undefined) return { says: 'the secret holds no key: nothing is sold for money', cure }
    const wanted = asked.stage.name === 'prod' ? 'live' : 'test'
    if (mode !== wanted) return { says: `a ${mode} key, where ${asked.stage.name} takes a ${wanted} one`, cure }
    const lacking = secret.data.webhookSecrets.length === 0 || secret.data.connectWebhookSecrets.length === 0
    const setUp = `npm run ops -- stripe-setup --stage ${asked.stage.name} --apply`
    return lacking
      ? { says: `a ${mode} key, webhooks without signing secrets`, cure: setUp }
      : { says: `a ${mode} key, and both webhooks’ secrets` }
  },
})

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sandboxQuestion = (asked: Asked): Question => ({
  topic: 'email to strangers',
  look: async () => {
    const { ProductionAccessEnabled, SendingEnabled } = Sending.parse(await regional(asked)('sesv2', 'get-account'))
    if (!SendingEnabled) return { says: 'SES has paused this account', cure: 'docs/runbook.md, "Bounces"' }
    return ProductionAccessEnabled
      ? { says: 'SES writes to anybody' }
      : { says: 'SES is in its sandbox', cure: 'aws sesv2 put-account-details (docs/deploying.md, "Email")' }
  },
})

const senderQuestion = (asked: Asked): Question => ({
  topic: 'sender of emails',
  look: async () => {
    const ask = regional(asked)
    const query = `Functions[?starts_with(FunctionName, 'darkslide-${asked.stage.name}-')].Environment.Variables.MAIL_FROM`
    const [from] = (Senders.parse(await ask('lambda', 'list-functions', '--query', query)) ?? []).filter(
      (each) => each !== null,
    )
    if (from === undefined) return { says: 'no function says whose it is', cure: 'deploy every stack' }
    const domain = from.slice(from.indexOf('@') + 1)
    const cure = 'docs/deploying.md, "Email"'
    for (const identity of [from, domain]) {
      const found = await unlessAbsent(ask('sesv2', 'get-email-identity', '--email-identity', identity))
      if (found === undefined) continue
      const { VerifiedForSendingStatus, MailFromAttributes } = Identity.parse(found)
      if (!VerifiedForSendingStatus) return { says: `SES has not verified ${identity}`, cure }
      const { MailFromDomain, MailFromDomainStatus } = MailFromAttributes ?? {}
      return MailFromDomain === undefined || MailFromDomainStatus === 'SUCCESS'
        ? { says: `${identity} is verified` }
        : { says: `the records of ${MailFromDomain} are ${MailFromDomainStatus ?? 'not seen'}`, cure }
    }
    return { says: `SES does not know ${domain}`, cure }
  },
})

const alarmQuestion = (asked: Asked): Question => ({
  topic: 'alarms',
  look: async () => {
    const ask = regional(asked)
    const query = `Topics[?contains(TopicArn, ':darkslide-${asked.stage.name}-data-')].TopicArn`
    const [topic] = Topics.parse(await ask('sns', 'list-topics', '--query', query)) ?? []
    if (topic === undefined) return { says: 'there is no topic yet', cure: 'deploy the data stack' }
    const { Subscriptions: all } = Subscriptions.parse(
      await ask('sns', 'list-subscriptions-by-topic', '--topic-arn', topic),
    )
    if (all.length === 0) return { says: 'nobody hears of them', cure: 'deploy with -c alarmEmail=…' }
    // An unconfirmed one has this word in place of its ARN (docs.aws.amazon.com/cli/latest/reference/sns/subscribe.html).
    return all.every(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation')
      ? { says: 'the subscription is not confirmed', cure: 'follow the link of the mail that AWS sent' }
      : { says: 'somebody hears of them' }
  },
})

const quotaQuestion = (asked: Asked): Question => ({
  topic: 'Lambda quota',
  look: async () => {
    const { ConcurrentExecutions: copies } = Limits.parse(
      await regional(asked)('lambda', 'get-account-settings'),
    ).AccountLimit
    if (copies >= leastQuota) return { says: `${copies} copies at once` }
    const ask = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000`
    return { says: `${copies} copies at once leave no room for what takes money`, cure: ask }
  },
})

const indexQuestion = (asked: Asked): Question => ({
  topic: 'index for erasing',
  look: async () => {
    const ask = regional(asked)
    const query = `Functions[?starts_with(FunctionName, 'darkslide-${asked.stage.name}-')].Environment.Variables.TABLE_NAME`
    const [table] = (Tables.parse(await ask('lambda', 'list-functions', '--query', query)) ?? []).filter(
      (each) => each !== null,
    )
    if (table === undefined) return { says: 'no function names the table', cure: 'deploy every stack' }
    const key = JSON.stringify({ PK: { S: traceLayoutKey.PK }, SK: { S: traceLayoutKey.SK } })
    const noted = Noted.parse(await ask('dynamodb', 'get-item', '--table-name', table, '--key', key))
    return noted?.Item === undefined
      ? {
          says: 'nobody has looked whether it is whole: erasing somebody reads the whole table',
          cure: `npm run ops -- migrate --stage ${asked.stage.name} --apply`,
        }
      : { says: 'it is whole' }
  },
})

const clockQuestion = (asked: Asked): Question => ({
  topic: 'timed starts',
  look: async () => {
    // Their names are CloudFormation's; what they start has the stage in its name.
    const query = `Schedules[?contains(Target.Arn, ':function:darkslide-${asked.stage.name}-')].{Name: Name, State: State}`
    const all = TimedStarts.parse(await regional(asked)('scheduler', 'list-schedules', '--query', query)) ?? []
    if (all.length === 0) return { says: 'nothing starts by the clock', cure: 'deploy the work stack' }
    const off = all.filter(({ State }) => State === 'DISABLED').map(({ Name }) => Name)
    // No deployment switches them on: CloudFormation changes only what its template changes.
    const cure = 'EventBridge → Schedules in AWS’s console: choose them, Enable'
    return off.length === 0
      ? { says: `${all.length}, all enabled` }
      : { says: `${off.length} of ${all.length} are disabled: ${off.join(', ')}`, cure }
  },
})

export const serviceQuestions = (asked: Asked): Question[] =>
  [stripeQuestion, senderQuestion, sandboxQuestion, quotaQuestion, alarmQuestion, clockQuestion, indexQuestion].map(
    (make) => make(asked),
  )
