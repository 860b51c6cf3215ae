import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { catalogueIndexes } from './data/table-areas.ts'
import type { DataStack } from './data-stack.ts'
import { MarketFunction } from './functions/market-function.ts'
import { SearchCollection } from './search/search-collection.ts'
import type { Stage } from './stage.ts'
import type { Schedules } from './work/schedules.ts'

export type SearchStackProps = StackProps & { readonly stage: Stage; readonly data: DataStack }

const common = {
  impact: 'Searches find what was changed or made late; nothing is shown that is private.',
  runbook: 'search',
}

/**
 * A search engine of its own for a market of a million galleries, where the stage chose one: an OpenSearch Serverless
 * collection, what follows the table's stream into it, and what fills it. Nothing here is needed to serve a page: without it,
 * or while it fails, the table answers. It holds copies, and is deleted with all that is in it.
 */
export class SearchStack extends Stack {
  readonly collection: SearchCollection
  private readonly fill: MarketFunction

  constructor(scope: Construct, id: string, { stage, data, ...props }: SearchStackProps) {
    super(scope, id, { ...props, terminationProtection: false })
    const { alarms, table } = data
    this.collection = new SearchCollection(this, 'Market', { stage })

    const follow = new MarketFunction(this, 'Follow', {
      ...common,
      stage,
      alarms,
      entry: 'functions/galleries/follow-galleries.lambda.ts',
      timeout: Duration.minutes(2),
    })
    table.grantRead(follow, { areas: ['catalogue'] })
    this.collection.grantWrite(follow)
    const setAside = new Queue(this, 'SetAside', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    Validations.of(setAside).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'It is a dead-letter queue itself.' })
    table.followedBy(follow, { partition: 'GALLERY#', sort: 'GALLERY', setAside })
    alarms.raise(this, 'ChangesSetAside', {
      ...common,
      metric: setAside.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'Maximum' }),
      over: 0,
    })
    alarms.raise(this, 'ChangesWaiting', {
      ...common,
      // The age of what the function has read last, and not taken while the collection does not answer.
      metric: follow.lambda.metric('IteratorAge', { period: Duration.minutes(5), statistic: 'Maximum' }),
      over: Duration.minutes(15).toMilliseconds(),
    })

    this.fill = new MarketFunction(this, 'Fill', {
      ...common,
      stage,
      alarms,
      entry: 'functions/galleries/fill-search.lambda.ts',
      timeout: Duration.minutes(10),
      room: { copies: 1 },
    })
    table.grantReadWrite(this.fill, { areas: ['catalogue', 'installation'], indexes: catalogueIndexes })
    this.collection.grantFill(this.fill)
  }

  /** Fills the index by the clock: at first from the beginning, later whatever the stream lost. */
  fillBy(timed: Schedules): void {
    timed.start(this.fill, 'FillSearchEveryTenMinutes', { every: Duration.minutes(10) })
  }
}
