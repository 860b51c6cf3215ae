import { Duration, Stack, Validations } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  type ITableV2,
  Operation,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { type IndexName, tableShape } from '#functions/shared/table/writes.ts'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import { keptAlways, keptOnceMade } from './removal.ts'
import { type TableArea, type TablePrefix, tableAreas } from './table-areas.ts'

const text = (name: string) => ({ name, type: AttributeType.STRING })
const number = (name: string) => ({ name, type: AttributeType.NUMBER })

/** As the functions ask them; the access patterns each one serves are in `docs/data-model.md`. */
export const tableIndexes: GlobalSecondaryIndexPropsV2[] = Object.entries(tableShape.indexes).map(
  ([indexName, { partition, sort, sortType }]) => ({
    indexName,
    partitionKey: text(partition),
    sortKey: sortType === 'N' ? number(sort) : text(sort),
  }),
)

/** What a function does with the table: areas of items, and indexes it asks. */
export type TableUse = { readonly areas: readonly TableArea[]; readonly indexes?: readonly IndexName[] }

const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const writing = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem']

/** Every operation that functions ask for: whoever is throttled reads of it, and the log calls it no error. */
const asked = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
] as const

/** The one table: on demand, encrypted, restorable to any second of the last 35 days. Nobody may scan it. */
export class MarketTable extends Construct {
  private readonly table: TableV2 | ITableV2

  constructor(scope: Construct, id: string, props: { readonly stage: Stage; readonly alarms: Alarms }) {
    super(scope, id)
    const keep = props.stage.data === 'keep'
    const own = new TableV2(this, 'Table', {
      partitionKey: text(tableShape.key.partition),
      sortKey: text(tableShape.key.sort),
      globalSecondaryIndexes: tableIndexes,
      billing: Billing.onDemand(),
      timeToLiveAttribute: tableShape.ttl,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: keep,
      removalPolicy: keptAlways(props.stage),
    })
    this.table = this.served(own, props.stage)
    this.watch(props.alarms)
    if (keep) this.backUp(props.stage)
  }

  /**
   * What everything works on: the stack's own table, or one that was restored beside it and that no stack holds. Stacks that are
   * not deployed anew yet read of the first until their turn, so that it is told under either choice.
   */
  private served(own: TableV2, { table, tableStream }: Stage): TableV2 | ITableV2 {
    const stack = Stack.of(this)
    stack.exportValue(own.tableName)
    stack.exportValue(own.tableArn)
    if (own.tableStreamArn !== undefined) stack.exportValue(own.tableStreamArn)
    if (table === undefined) return own
    const tableArn = stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: table })
    return TableV2.fromTableAttributes(this, 'Restored', {
      tableArn,
      ...(tableStream !== undefined && { tableStreamArn: `${tableArn}/stream/${tableStream}` }),
    })
  }

  /**
   * Lets `fn` read and write items of these areas and ask these indexes, and tells it which table. Items are limited by
   * the beginning of their partition key; an index is all or nothing, since it holds whole items.
   */
  grantReadWrite(fn: MarketFunction, use: TableUse): void {
    this.grant(fn, use, [...reading, ...writing])
  }

  /** The same for a function that changes nothing. */
  grantRead(fn: MarketFunction, use: TableUse): void {
    this.grant(fn, use, reading)
  }

  /**
   * Starts `fn` for each change of items whose sort key is this and whose partition key begins so, in order and as soon as
   * there are some. What it does not take is offered for 23 hours, of the 24 that a stream keeps
   * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html), before it goes to `setAside`.
   */
  followedBy(
    fn: MarketFunction,
    items: { readonly partition: TablePrefix; readonly sort: string; readonly setAside: IQueue },
  ) {
    const arn = this.table.tableStreamArn
    if (arn === undefined) throw new Error('The table has no stream.')
    // What Lambda needs to read it (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-permissions.html).
    fn.allow({
      actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
        (action) => `dynamodb:${action}`,
      ),
      resources: [arn],
    })
    const keys = { PK: { S: FilterRule.beginsWith(items.partition) }, SK: { S: FilterRule.isEqual(items.sort) } }
    fn.lambda.addEventSourceMapping('Stream', {
      eventSourceArn: arn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 500,
      maxBatchingWindow: Duration.seconds(2),
      maxRecordAge: Duration.hours(23),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(items.setAside),
      filters: [FilterCriteria.filter({ dynamodb: { Keys: keys } })],
    })
  }

  private grant(fn: MarketFunction, { areas, indexes = [] }: TableUse, actions: string[]): void {
    const keys = areas.flatMap((area) => tableAreas[area].map((prefix) => `${prefix}*`))
    fn.allow({
      actions,
      resources: [this.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
    })
    if (indexes.length > 0) {
      fn.allow({
        actions: ['dynamodb:Query'],
        resources: [...new Set(indexes)].map((index) => `${this.table.tableArn}/index/${index}`),
      })
    }
    fn.setting('TABLE_NAME', this.table.tableName)
  }

  private watch(alarms: Alarms): void {
    alarms.raise(this, 'Throttled', {
      impact: 'Requests are slow or fail because the table takes no more.',
      runbook: 'table-throttled',
      metric: this.table.metricThrottledRequestsForOperations({
        operations: [...asked],
        period: Duration.minutes(5),
      }),
      over: 10,
    })
  }

  /**
   * Beyond the 35 days of point-in-time recovery: a copy a month, for a year. Each is a whole one, paid by the gigabyte:
   * daily ones would cost twenty times the table and say nothing that the recovery does not.
   */
  private backUp(stage: Stage): void {
    const vault = new BackupVault(this, 'Vault', { removalPolicy: keptOnceMade(stage) })
    const plan = new BackupPlan(this, 'Backups', {
      backupVault: vault,
      backupPlanRules: [BackupPlanRule.monthly1Year()],
    })
    Validations.of(plan).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason: 'The role that AWS Backup documents for itself; it reads and copies tables and nothing of ours calls it.',
    })
    // Any change of a selection replaces it, the new one first: under another name, where a table is chosen. It takes 50 letters.
    plan.addSelection('Table', {
      resources: [BackupResource.fromArn(this.table.tableArn)],
      ...(stage.table !== undefined && { backupSelectionName: stage.table.slice(-50) }),
    })
  }
}
