import { expect, test } from 'vitest'
import { planFrom } from '#local/template/plan.ts'

const addresses = {
  siteUrl: 'http://localhost:4300',
  sqsUrl: 'http://127.0.0.1:9324',
  userPoolId: 'eu-west-2_pool',
  userPoolClientId: 'client',
  issuer: 'http://localhost:5000/eu-west-2_pool',
}
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })

const table = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  },
}

const aFunction = (entry: string, environment: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Timeout: 10, Environment: { Variables: environment } },
  Metadata: { entry },
})

/** A stack with data that exports its table, and one with work that imports it. */
const templates = (work: Record<string, object>, data: Record<string, object> = {}) => ({
  data: {
    Resources: { MarketTable1A2B3C4D: table, ...data },
    Outputs: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own notation
      TableName: { Value: { Ref: 'MarketTable1A2B3C4D' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Table' } } },
    },
  },
  work: { Resources: work },
})

test('resources have local names, also across stacks', () => {
  const { functions } = planFrom(
    templates({
      JobsQueueAABBCCDD: { Type: 'AWS::SQS::Queue' },
      Fn: aFunction('functions/work/work.lambda.ts', {
        TABLE_NAME: { 'Fn::ImportValue': 'data:Table' },
        QUEUE: { Ref: 'JobsQueueAABBCCDD' },
        ISSUER: { 'Fn::GetAtt': ['Pool', 'ProviderURL'] },
        CLIENT: { Ref: 'Client' },
        SITE_URL: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Site', 'DomainName'] }]] },
        WHERE: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own notation
          'Fn::Sub': ['${AWS::Region} ${what}', { what: { 'Fn::Select': [1, { 'Fn::Split': ['-', 'a-b'] }] } }],
        },
        STAGE: { 'Fn::If': ['IsProd', 'prod', { Ref: 'AWS::NoValue' }] },
      }),
      Pool: { Type: 'AWS::Cognito::UserPool' },
      Client: { Type: 'AWS::Cognito::UserPoolClient' },
      Site: { Type: 'AWS::CloudFront::Distribution', Properties: { DistributionConfig: { DefaultCacheBehavior: {} } } },
    }),
    addresses,
  )

  expect(functions).toEqual([
    {
      name: 'darkslide-fn',
      arn: 'arn:aws:lambda:eu-west-2:000000000000:function:darkslide-fn',
      entry: 'functions/work/work.lambda.ts',
      timeoutMs: 10_000,
      memoryMegabytes: 128,
      environment: {
        TABLE_NAME: 'darkslide-market-table',
        QUEUE: 'http://127.0.0.1:9324/000000000000/darkslide-jobs-queue',
        ISSUER: 'http://localhost:5000/eu-west-2_pool',
        CLIENT: 'client',
        SITE_URL: 'http://localhost:4300',
        WHERE: 'eu-west-2 b',
      },
    },
  ])
})

test('a queue knows its dead letters and its function', () => {
  const { queues, eventSources } = planFrom(
    templates({
      Dead: { Type: 'AWS::SQS::Queue' },
      Work: {
        Type: 'AWS::SQS::Queue',
        Properties: {
          VisibilityTimeout: 60,
          RedrivePolicy: { deadLetterTargetArn: arn('Dead'), maxReceiveCount: 5 },
        },
      },
      Fn: aFunction('functions/work/work.lambda.ts'),
      Source: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: arn('Work'),
          FunctionName: { Ref: 'Fn' },
          BatchSize: 5,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
    }),
    addresses,
  )

  expect(queues[1]).toMatchObject({
    name: 'darkslide-work',
    visibilityTimeoutMs: 60_000,
    redrive: { deadLetterArn: queues[0]?.arn, maxReceiveCount: 5 },
  })
  expect(eventSources).toMatchObject([
    { queueArn: queues[1]?.arn, entry: 'functions/work/work.lambda.ts', batchSize: 5, reportsItemFailures: true },
  ])
})

const onArrival = { 'Fn::GetAtt': ['Arrivals', 'Arn'] }
test.each([
  [
    'on the bucket',
    {
      Photos: {
        Type: 'AWS::S3::Bucket',
        Properties: {
          NotificationConfiguration: {
            QueueConfigurations: [
              {
                Event: 's3:ObjectCreated:*',
                Queue: onArrival,
                Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } },
              },
            ],
          },
        },
      },
    },
  ],
  [
    'by the CDK’s custom resource',
    {
      Photos: { Type: 'AWS::S3::Bucket' },
      Notices: {
        Type: 'Custom::S3BucketNotifications',
        Properties: {
          BucketName: { Ref: 'Photos' },
          NotificationConfiguration: {
            QueueConfigurations: [
              {
                Events: ['s3:ObjectCreated:*'],
                QueueArn: onArrival,
                Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: 'uploads/' }] } },
              },
            ],
          },
        },
      },
    },
  ],
])('a bucket’s notifications are found %s', (_, resources) => {
  const { buckets, queues } = planFrom(templates({ Arrivals: { Type: 'AWS::SQS::Queue' }, ...resources }), addresses)

  expect(buckets[0]?.notifications).toEqual([
    { events: ['s3:ObjectCreated:*'], prefix: 'uploads/', suffix: '', queueArn: queues[0]?.arn },
  ])
})

test('routes, schedules and pool triggers lead to their entries', () => {
  const plan = planFrom(
    templates({
      Fn: aFunction('functions/work/work.lambda.ts'),
      Alias: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Fn' } } },
      Integration: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: {
          IntegrationUri: {
            'Fn::Join': [
              '',
              ['arn:aws:apigateway:eu-west-2:lambda:path/2015-03-31/functions/', arn('Fn'), '/invocations'],
            ],
          },
        },
      },
      Route: {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: {
          RouteKey: 'GET /api/work',
          AuthorizationType: 'JWT',
          AuthorizationScopes: ['scope'],
          Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
        },
      },
      Weekly: {
        Type: 'AWS::Scheduler::Schedule',
        Properties: {
          ScheduleExpression: 'cron(0 6 ? * MON *)',
          ScheduleExpressionTimezone: 'Europe/London',
          Target: { Arn: { Ref: 'Alias' }, Input: '{"a":1}' },
        },
      },
      Off: {
        Type: 'AWS::Scheduler::Schedule',
        Properties: { ScheduleExpression: 'rate(1 day)', State: 'DISABLED', Target: { Arn: arn('Fn') } },
      },
      Pool: {
        Type: 'AWS::Cognito::UserPool',
        Properties: {
          LambdaConfig: { PreSignUp: arn('Fn') },
          Policies: { PasswordPolicy: { MinimumLength: 6 } },
        },
      },
      Client: {
        Type: 'AWS::Cognito::UserPoolClient',
        Properties: { CallbackURLs: ['https://localhost:4300/auth'], LogoutURLs: ['https://localhost:4300/'] },
      },
    }),
    addresses,
  )

  const entry = 'functions/work/work.lambda.ts'
  expect(plan.routes).toEqual([{ routeKey: 'GET /api/work', entry, isAuthorized: true, scopes: ['scope'] }])
  expect(plan.schedules).toEqual([
    { name: 'work', expression: 'cron(0 6 ? * MON *)', timezone: 'Europe/London', entry, input: { a: 1 } },
  ])
  expect(plan.userPool).toEqual({
    triggers: { PreSignUp: entry },
    passwordMinLength: 6,
    callbackUrls: ['http://localhost:4300/auth'],
    logoutUrls: ['http://localhost:4300/'],
  })
})

test.each([
  ['no table', { data: { Resources: {} } }, 'exactly one DynamoDB table'],
  [
    'a name for two resources',
    templates({ QueueAAAAAAAA: { Type: 'AWS::SQS::Queue' }, QueueBBBBBBBB: { Type: 'AWS::SQS::Queue' } }),
    'Two resources would have the local name arn:aws:sqs:eu-west-2:000000000000:darkslide-queue',
  ],
  [
    'an export that nobody makes',
    templates({ Fn: aFunction('e', { A: { 'Fn::ImportValue': 'x' } }) }),
    'No stack exports "x"',
  ],
  ['a resource that is not there', templates({ Fn: aFunction('e', { A: { Ref: 'Gone' } }) }), 'refers to "Gone"'],
])('%s is said by name', (_, stacks, message) => {
  expect(() => planFrom(stacks, addresses)).toThrow(message)
})
