import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Dashboard, GraphWidget, type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import type { DataStack } from './data-stack.ts'
import { budgetName, type Stage } from './stage.ts'

export type WatchStackProps = StackProps & { readonly stage: Stage; readonly data: DataStack }

/**
 * One page that shows how the market does, and a limit on its bill. Metrics are found by the names that all our stacks
 * begin with, so that no other stack waits for this one.
 */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, ...props }: WatchStackProps) {
    super(scope, id, props)
    // Names that begin with both words. A search takes what stands in quotes for a whole name, and nothing is called so.
    const named = (what: string): string => `${what}=darkslide ${what}=${stage.name}`
    new Dashboard(this, 'Dashboard', {
      dashboardName: `darkslide-${stage.name}`,
      defaultInterval: Duration.hours(12),
      widgets: [
        [
          graph('Calls by route and minute', `{AWS/ApiGateway,ApiId,Method,Resource,Stage} MetricName="Count"`, 'Sum'),
          graph('Server errors by route', `{AWS/ApiGateway,ApiId,Method,Resource,Stage} MetricName="5xx"`, 'Sum'),
          graph('Latency by route, p95', `{AWS/ApiGateway,ApiId,Method,Resource,Stage} MetricName="Latency"`, 'p95'),
        ],
        [
          graph(
            'Crashes and time-outs',
            `{AWS/Lambda,FunctionName} MetricName="Errors" ${named('FunctionName')}`,
            'Sum',
          ),
          graph('Logged errors', `{Darkslide} ${named('MetricName')}`, 'Sum'),
          graph('Duration, p95', `{AWS/Lambda,FunctionName} MetricName="Duration" ${named('FunctionName')}`, 'p95'),
        ],
        [
          graph(
            'Messages waiting',
            `{AWS/SQS,QueueName} MetricName="ApproximateNumberOfMessagesVisible" ${named('QueueName')}`,
            'Maximum',
          ),
          graph(
            'Oldest message, seconds',
            `{AWS/SQS,QueueName} MetricName="ApproximateAgeOfOldestMessage" ${named('QueueName')}`,
            'Maximum',
          ),
          graph(
            'Table: units',
            `{AWS/DynamoDB,TableName} ${named('TableName')} (MetricName="ConsumedReadCapacityUnits" OR MetricName="ConsumedWriteCapacityUnits")`,
            'Sum',
          ),
        ],
        [
          graph(
            'Emails sent, bounced, complained of',
            '{AWS/SES} (MetricName="Send" OR MetricName="Bounce" OR MetricName="Complaint")',
            'Sum',
          ),
        ],
      ],
    })
    if (stage.monthlyBudgetUsd !== undefined)
      limitBill(this, {
        name: budgetName(stage.name),
        usd: stage.monthlyBudgetUsd,
        topicArn: data.alarms.topicArn,
      })
  }
}

const graph = (title: string, search: string, statistic: string): IWidget =>
  new GraphWidget({
    title,
    width: 8,
    left: [
      new MathExpression({
        expression: `SEARCH('${search}', '${statistic}', 300)`,
        label: '',
        period: Duration.minutes(5),
        usingMetrics: {},
      }),
    ],
  })

const limitBill = (
  scope: Construct,
  { name, usd, topicArn }: { readonly name: string; readonly usd: number; readonly topicArn: string },
): CfnBudget =>
  new CfnBudget(scope, 'Bill', {
    budget: {
      // Nothing else tells which budget is whose: AWS lists them by name alone.
      budgetName: name,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: usd, unit: 'USD' },
    },
    notificationsWithSubscribers: [
      {
        notification: {
          notificationType: 'FORECASTED',
          comparisonOperator: 'GREATER_THAN',
          threshold: 100,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'SNS', address: topicArn }],
      },
    ],
  })
