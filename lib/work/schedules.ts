import { Duration, type TimeZone, Validations } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Schedule, ScheduleExpression, TimeWindow } from 'aws-cdk-lib/aws-scheduler'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'

/** `weekDay` as cron names it: MON. */
export type When =
  | { readonly every: Duration }
  | { readonly hour: number; readonly minute: number; readonly timeZone: TimeZone; readonly weekDay?: string }

/**
 * Everything that starts by the clock. A start that fails four times ends in one dead-letter queue, with an alarm; one
 * that crashes raises its function's own.
 */
export class Schedules extends Construct {
  private readonly missed: Queue
  private readonly role: Role

  constructor(scope: Construct, id: string, props: { readonly alarms: Alarms }) {
    super(scope, id)
    this.missed = new Queue(this, 'Missed', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    Validations.of(this.missed).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'It is a dead-letter queue itself.' })
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') })
    this.missed.grantSendMessages(this.role)
    props.alarms.raise(this, 'MissedStart', {
      impact: 'A timed job did not start: holds, payouts, checks or emails are late.',
      runbook: 'missed-jobs',
      metric: this.missed.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      over: 0,
    })
  }

  start(fn: MarketFunction, id: string, when: When): void {
    const { functionArn } = fn.lambda
    fn.raiseWhenCrashed()
    this.role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }))
    new Schedule(this, id, {
      description: fn.entry,
      schedule: expression(when),
      timeWindow: TimeWindow.off(),
      target: {
        bind: () => ({
          arn: functionArn,
          role: this.role,
          retryPolicy: { maximumRetryAttempts: 3, maximumEventAgeInSeconds: Duration.hours(1).toSeconds() },
          deadLetterConfig: { arn: this.missed.queueArn },
        }),
      },
    })
  }
}

const expression = (when: When): ScheduleExpression => {
  if ('every' in when) return ScheduleExpression.rate(when.every)
  const { hour, minute, timeZone, weekDay } = when
  return ScheduleExpression.cron({
    hour: String(hour),
    minute: String(minute),
    timeZone,
    ...(weekDay === undefined ? {} : { weekDay }),
  })
}
