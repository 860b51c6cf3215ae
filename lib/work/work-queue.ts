import { Duration } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { maxDeliveries } from '#functions/shared/queue/deliveries.ts'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { SettingName } from '#schema/settings.ts'

type QueueSetting = Extract<SettingName, `${string}_QUEUE_URL`>

export type WorkQueueProps = {
  readonly alarms: Alarms
  /** The setting by which senders know it; absent where no function of ours sends. */
  readonly setting?: QueueSetting
  /** What users lose while its messages are not done. */
  readonly impact: string
  readonly runbook: string
  /** How long the consumer may work on one batch. */
  readonly consumerTimeout: Duration
  /** How long messages are gathered before the consumer is started; default not at all. */
  readonly gathering?: Duration
  /** Deliveries before a message is set aside; default 5. */
  readonly deliveries?: number
  /** Alarm when the oldest message has waited longer; default 15 minutes. */
  readonly patience?: Duration
}

const kept = Duration.days(14)

/**
 * A queue with a limited number of retries, a dead-letter queue with an alarm, and an alarm when messages wait too
 * long. The visibility time-out is six times the consumer's time-out plus the batching window, as Lambda recommends
 * (developer guide, "Creating and configuring an Amazon SQS event source mapping").
 */
export class WorkQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue
  private readonly props: WorkQueueProps

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id)
    this.props = props
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: kept,
    })
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: kept,
      visibilityTimeout: Duration.seconds(props.consumerTimeout.toSeconds() * 6 + (props.gathering?.toSeconds() ?? 0)),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.deliveries ?? maxDeliveries },
    })
    props.alarms.raise(this, 'SetAside', {
      impact: props.impact,
      runbook: props.runbook,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      over: 0,
    })
    props.alarms.raise(this, 'Waiting', {
      impact: props.impact,
      runbook: props.runbook,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: 'Maximum' }),
      over: (props.patience ?? Duration.minutes(15)).toSeconds(),
    })
  }

  /** Lets `fn` put messages in, and tells it where. */
  grantSend(fn: MarketFunction): void {
    fn.allow({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] })
    this.tellsAddress(fn)
  }

  /** Tells `fn` which queue this is: whoever works on its messages may put them off, and the mapping allows that. */
  tellsAddress(fn: MarketFunction): void {
    if (this.props.setting === undefined) throw new Error(`${this.node.path} has no name for functions.`)
    fn.setting(this.props.setting, this.queue.queueUrl)
  }

  /** Starts `fn` for messages; it answers which of a batch failed, and only those come again. */
  startsFunction(
    fn: MarketFunction,
    { batchSize, atOnce }: { readonly batchSize: number; readonly atOnce?: number },
  ): void {
    if (fn.timeout.toSeconds() > this.props.consumerTimeout.toSeconds()) {
      throw new Error(`${fn.entry} may take longer than ${this.node.path} hides its messages for.`)
    }
    fn.lambda.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        reportBatchItemFailures: true,
        ...(atOnce === undefined ? {} : { maxConcurrency: atOnce }),
        ...(this.props.gathering && { maxBatchingWindow: this.props.gathering }),
      }),
    )
  }
}
