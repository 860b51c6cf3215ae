import * as z from 'zod'
import { type BehaviourPlan, behavioursFrom } from './behaviours.ts'
import { type Addresses, account, localNames, region } from './names.ts'
import { resolver } from './resolve.ts'
import {
  Bucket,
  type CorsRule,
  EventSource,
  LambdaFunction,
  Notifications,
  Queue,
  Route,
  Rule,
  Schedule,
  Table,
  UserPool,
  UserPoolClient,
} from './resource-shapes.ts'
import { type Json, type Resource, readStacks } from './stacks.ts'

export type TablePlan = z.output<typeof Table> & { readonly name: string }

export type CorsRulePlan = z.output<typeof CorsRule>

type NotificationPlan = {
  readonly events: readonly string[]
  readonly prefix: string
  readonly suffix: string
  readonly queueArn: string
}
export type BucketPlan = {
  readonly name: string
  readonly corsRules: readonly CorsRulePlan[]
  readonly isVersioned: boolean
  readonly notifications: readonly NotificationPlan[]
}

export type QueuePlan = {
  readonly name: string
  readonly arn: string
  readonly visibilityTimeoutMs: number
  readonly delayMs: number
  readonly redrive?: { readonly deadLetterArn: string; readonly maxReceiveCount: number }
}

export type FunctionPlan = {
  readonly name: string
  readonly arn: string
  /** `functions/<subject>/<name>.lambda.ts`, from the resource's metadata. */
  readonly entry: string
  readonly timeoutMs: number
  readonly memoryMegabytes: number
  readonly environment: Readonly<Record<string, string>>
}

export type EventSourcePlan = {
  readonly queueArn: string
  readonly entry: string
  readonly batchSize: number
  readonly reportsItemFailures: boolean
  readonly maxConcurrency: number
}

export type SchedulePlan = {
  /** The name of the job's entry: `release-holds`. */
  readonly name: string
  readonly expression: string
  readonly timezone: string
  readonly entry: string
  readonly input: Json
}

type RoutePlan = {
  readonly routeKey: string
  readonly entry: string
  readonly isAuthorized: boolean
  readonly scopes: readonly string[]
}

type UserPoolPlan = {
  /** Cognito trigger → entry. */
  readonly triggers: Readonly<Record<string, string>>
  readonly passwordMinLength: number
  /** Of the mail with a code; absent for Cognito's own words. */
  readonly codeMail?: { readonly subject: string; readonly message: string } | undefined
  readonly callbackUrls: readonly string[]
  readonly logoutUrls: readonly string[]
}
/** Cognito's own, where a pool says nothing. */
const defaultPasswordLength = 8

/** What the local system makes: read from the templates, with local names. */
export type Plan = {
  readonly table: TablePlan
  readonly buckets: readonly BucketPlan[]
  readonly queues: readonly QueuePlan[]
  readonly functions: readonly FunctionPlan[]
  readonly eventSources: readonly EventSourcePlan[]
  /** Where a notice of another service is put, by its name on EventBridge's bus. */
  readonly notices: readonly {
    readonly name: string
    /** Of mails with all of these tags. */
    readonly tags: readonly string[]
    readonly queueArn: string
  }[]
  readonly schedules: readonly SchedulePlan[]
  readonly routes: readonly RoutePlan[]
  readonly userPool: UserPoolPlan
  readonly behaviours: readonly BehaviourPlan[]
}

/** @throws when the templates ask for something that the local system does not have. */
export const planFrom = (templates: Readonly<Record<string, unknown>>, addresses: Addresses): Plan => {
  const stacks = readStacks(templates)
  const secureSite = addresses.siteUrl.replace(/^http:/, 'https:')
  const naming = localNames(addresses)
  const resolve = resolver(stacks, { names: naming, region, account })
  const names = (resource: Resource) => naming(resource, resolve)
  const ofType = (...types: string[]) => stacks.resources.filter(({ type }) => types.includes(type))
  const properties = <S extends z.ZodType>(resource: Resource, schema: S): z.output<S> => {
    const resolved = JSON.stringify(resolve(resource.stack, { ...resource.properties }))
    // The site is CloudFront's name with https in the cloud; here it is this machine without.
    const parsed = schema.safeParse(JSON.parse(resolved.replaceAll(secureSite, addresses.siteUrl)))
    if (parsed.success) return parsed.data
    throw new Error(`${resource.stack}/${resource.id} (${resource.type}): ${z.prettifyError(parsed.error)}`)
  }
  const arnOf = (resource: Resource) => names(resource).attributes.Arn ?? names(resource).ref

  const functions = ofType('AWS::Lambda::Function').flatMap((resource): FunctionPlan[] => {
    const { entry } = resource.metadata
    // The CDK adds functions of its own (custom resources); only ours name an entry.
    if (typeof entry !== 'string') return []
    const { Timeout, MemorySize, Environment } = properties(resource, LambdaFunction)
    return [
      {
        name: names(resource).ref,
        arn: arnOf(resource),
        entry,
        timeoutMs: Timeout * 1_000,
        memoryMegabytes: MemorySize,
        environment: Environment?.Variables ?? {},
      },
    ]
  })
  // Named by its name, its ARN, the ARN of an alias, or API Gateway's address of the ARN.
  const entryOf = (reference: string) => {
    const found = functions.find(
      ({ name, arn }) =>
        reference === name || `${reference}/`.replaceAll(':', '/').includes(`${arn.replaceAll(':', '/')}/`),
    )
    if (!found) throw new Error(`No function with an entry answers to "${reference}"`)
    return found.entry
  }

  const notificationsOf = (bucket: string): NotificationPlan[] => {
    const own = ofType('AWS::S3::Bucket').filter((resource) => names(resource).ref === bucket)
    const custom = ofType('Custom::S3BucketNotifications').filter(
      ({ stack, properties: { BucketName } }) => resolve(stack, BucketName) === bucket,
    )
    return [...own, ...custom].flatMap((resource) => {
      const configuration = resource.properties.NotificationConfiguration
      if (configuration === undefined) return []
      const parsed = Notifications.parse(resolve(resource.stack, configuration))
      return parsed.QueueConfigurations.map(({ Events, Event, QueueArn, Queue: queue, Filter }) => {
        const rules = Filter?.Key?.FilterRules ?? Filter?.S3Key?.Rules ?? []
        const rule = (name: string) => rules.find(({ Name }) => Name.toLowerCase() === name)?.Value ?? ''
        return {
          events: Events ?? (Event === undefined ? [] : [Event]),
          prefix: rule('prefix'),
          suffix: rule('suffix'),
          queueArn: QueueArn ?? queue ?? '',
        }
      })
    })
  }

  const integrations = new Map(
    ofType('AWS::ApiGatewayV2::Integration').map((resource) => [
      names(resource).ref,
      properties(resource, z.object({ IntegrationUri: z.string() })).IntegrationUri,
    ]),
  )

  const named = ofType('AWS::S3::Bucket', 'AWS::SQS::Queue', 'AWS::Lambda::Function').map(arnOf)
  const twice = named.find((each, index) => named.indexOf(each) !== index)
  if (twice !== undefined) throw new Error(`Two resources would have the local name ${twice}`)

  const pools = ofType('AWS::Cognito::UserPool').map((resource) => properties(resource, UserPool))
  const poolClients = ofType('AWS::Cognito::UserPoolClient').map((resource) => properties(resource, UserPoolClient))

  const [table, ...otherTables] = ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')
  if (!table || otherTables.length > 0) throw new Error('The templates must describe exactly one DynamoDB table')

  return {
    table: { name: names(table).ref, ...properties(table, Table) },
    buckets: ofType('AWS::S3::Bucket').map((resource) => {
      const { CorsConfiguration, VersioningConfiguration } = properties(resource, Bucket)
      const name = names(resource).ref
      return {
        name,
        corsRules: CorsConfiguration?.CorsRules ?? [],
        isVersioned: VersioningConfiguration?.Status === 'Enabled',
        notifications: notificationsOf(name),
      }
    }),
    queues: ofType('AWS::SQS::Queue').map((resource) => {
      const { VisibilityTimeout, DelaySeconds, RedrivePolicy } = properties(resource, Queue)
      return {
        name: names(resource).attributes.QueueName ?? resource.id,
        arn: arnOf(resource),
        visibilityTimeoutMs: VisibilityTimeout * 1_000,
        delayMs: DelaySeconds * 1_000,
        ...(RedrivePolicy && {
          redrive: { deadLetterArn: RedrivePolicy.deadLetterTargetArn, maxReceiveCount: RedrivePolicy.maxReceiveCount },
        }),
      }
    }),
    functions,
    eventSources: ofType('AWS::Lambda::EventSourceMapping')
      .map((resource) => properties(resource, EventSource))
      .filter(({ Enabled }) => Enabled)
      .map(({ EventSourceArn, FunctionName, BatchSize, FunctionResponseTypes, ScalingConfig }) => ({
        queueArn: EventSourceArn,
        entry: entryOf(FunctionName),
        batchSize: BatchSize,
        reportsItemFailures: FunctionResponseTypes.includes('ReportBatchItemFailures'),
        maxConcurrency: Math.min(ScalingConfig?.MaximumConcurrency ?? 2, 2),
      })),
    notices: ofType('AWS::Events::Rule')
      .map((resource) => properties(resource, Rule))
      .flatMap(({ EventPattern, Targets }) => {
        const tags = Object.keys(EventPattern.detail.mail.tags)
        return EventPattern['detail-type'].flatMap((name) =>
          Targets.map(({ Arn: queueArn }) => ({ name, tags, queueArn })),
        )
      }),
    schedules: ofType('AWS::Scheduler::Schedule')
      .map((resource) => properties(resource, Schedule))
      .filter(({ State }) => State === 'ENABLED')
      .map(({ ScheduleExpression, ScheduleExpressionTimezone, Target }) => {
        const entry = entryOf(Target.Arn)
        return {
          name: jobName(entry),
          expression: ScheduleExpression,
          timezone: ScheduleExpressionTimezone,
          entry,
          input: Target.Input === undefined ? {} : z.json().parse(JSON.parse(Target.Input)),
        }
      }),
    routes: ofType('AWS::ApiGatewayV2::Route').map((resource) => {
      const { RouteKey, AuthorizationType, AuthorizationScopes, Target } = properties(resource, Route)
      return {
        routeKey: RouteKey,
        entry: entryOf(integrations.get(Target.replace(/^integrations\//, '')) ?? Target),
        isAuthorized: AuthorizationType === 'JWT',
        scopes: AuthorizationScopes,
      }
    }),
    behaviours: behavioursFrom({ ofType, names, properties }),
    userPool: {
      triggers: Object.fromEntries(
        pools.flatMap(({ LambdaConfig }) =>
          Object.entries(LambdaConfig).map(([trigger, arn]) => [trigger, entryOf(arn)]),
        ),
      ),
      passwordMinLength: pools[0]?.Policies?.PasswordPolicy.MinimumLength ?? defaultPasswordLength,
      codeMail: pools.flatMap(({ VerificationMessageTemplate: mail }) =>
        mail ? [{ subject: mail.EmailSubject, message: mail.EmailMessage }] : [],
      )[0],
      callbackUrls: poolClients.flatMap(({ CallbackURLs }) => CallbackURLs),
      logoutUrls: poolClients.flatMap(({ LogoutURLs }) => LogoutURLs),
    },
  }
}

/** `functions/payouts/release-holds.lambda.ts` → `release-holds`. */
const jobName = (entry: string) => entry.replace(/^.*\//, '').replace(/\.lambda\.ts$/, '')
