import { Aws, Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import type { Stage } from '#lib/stage.ts'

export type Raise = {
  /** What users lose, as a sentence. */
  readonly impact: string
  /** Section of `docs/runbook.md`. */
  readonly runbook: string
  readonly metric?: IMetric
  /** Instead of one metric: several, added up. */
  readonly sumOf?: Readonly<Record<string, IMetric>>
  /** Alarms at more than this. */
  readonly over: number
  /** Periods in a row; default 1. */
  readonly periods?: number
}

/** Where alarms go, and how they read: what users lose, then where the operator's answer is. */
export class Alarms extends Construct {
  readonly raised: Alarm[] = []
  private readonly topic: Topic

  constructor(scope: Construct, id: string, props: { readonly stage: Stage }) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { displayName: `Darkslide ${props.stage.name}`, enforceSSL: true })
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } }
      this.topic.grantPublish(new ServicePrincipal(service, { conditions }))
    }
    if (props.stage.alarmEmail) this.topic.addSubscription(new EmailSubscription(props.stage.alarmEmail))
  }

  get topicArn(): string {
    return this.topic.topicArn
  }

  raise(scope: Construct, id: string, { impact, runbook, metric, sumOf, over, periods = 1 }: Raise): Alarm {
    const watched = metric ?? sum(sumOf ?? {})
    const alarm = new Alarm(scope, id, {
      alarmDescription: `${impact} What to do: docs/runbook.md#${runbook}`,
      metric: watched,
      threshold: over,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this.topic))
    alarm.addOkAction(new SnsAction(this.topic))
    this.raised.push(alarm)
    return alarm
  }
}

const sum = (metrics: Readonly<Record<string, IMetric>>): IMetric =>
  new MathExpression({
    expression: Object.keys(metrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics: { ...metrics },
    period: Duration.minutes(5),
  })
