import { Duration, type TimeZone } from 'aws-cdk-lib'
import { Schedule, ScheduleExpression, TimeWindow } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'

export type When =
  | { readonly every: Duration }
  | { readonly weekDay: string; readonly hour: number; readonly minute: number; readonly timeZone: TimeZone }
  | { readonly hour: number; readonly minute: number; readonly timeZone: TimeZone }

/** Everything that starts by the clock. A start that fails three times ends in one dead-letter queue, with an alarm. */
export class Schedules extends Construct {
  private readonly missed: Queue

  constructor(scope: Construct, id: string, props: { readonly alarms: Alarms }) {
    super(scope, id)
    this.missed = new Queue(this, 'Missed', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    props.alarms.raise(this, 'MissedStart', {
      impact: 'A timed job did not start: holds, payouts, checks or e-mails are late.',
      runbook: 'missed-jobs',
      metric: this.missed.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      over: 0,
    })
  }

  start(fn: MarketFunction, id: string, when: When): void {
    new Schedule(this, id, {
      description: fn.entry,
      schedule: expression(when),
      timeWindow: TimeWindow.off(),
      target: new LambdaInvoke(fn.lambda, {
        retryAttempts: 3,
        maxEventAge: Duration.hours(1),
        deadLetterQueue: this.missed,
      }),
    })
  }
}

const expression = (when: When): ScheduleExpression => {
  if ('every' in when) return ScheduleExpression.rate(when.every)
  const { hour, minute, timeZone } = when
  return ScheduleExpression.cron({
    hour: String(hour),
    minute: String(minute),
    timeZone,
    ...('weekDay' in when ? { weekDay: when.weekDay } : {}),
  })
}
