import {
  BatchGetItemCommand,
  type CancellationReason,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactionConflictException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { busy } from '#functions/shared/http/outage.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import type { AppError } from '#schema/errors.ts'
import { conditionParts, queryParts, toAttributes, updateParts } from './expressions.ts'
import type { Item, Key, Put, Remove, Table, TransactionResult, Update, Write, WriteResult } from './writes.ts'

/** DynamoDB, the only file that imports its client. */
export const dynamoTable = (tableName: string, client: DynamoDBClient, wait = jitteredWait): Table => {
  /** Repeats what was too many: such a request was refused whole, so that nothing is done twice. */
  const patiently = async <T>(send: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send()
      } catch (error) {
        if (!isThrottled(error)) throw error
        if (attempt === maxThrottled) throw tooBusy()
        await wait(attempt + 1)
      }
    }
  }

  const get: Table['get'] = async (key, { consistent = true } = {}) => {
    const { Item: found } = await patiently(() =>
      client.send(
        new GetItemCommand({ TableName: tableName, Key: toAttributes({ ...key }), ConsistentRead: consistent }),
      ),
    )
    return found && unmarshall(found)
  }

  const getMany: Table['getMany'] = async (keys) => {
    const found: Item[] = []
    let open = keys.map((key) => toAttributes({ ...key }))
    for (let attempt = 0; open.length > 0; attempt++) {
      if (attempt > maxAttempts) throw tooBusy()
      if (attempt > 0) await wait(attempt)
      const Keys = open
      const answer = await patiently(() =>
        client.send(new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } })),
      )
      found.push(...(answer.Responses?.[tableName] ?? []).map((item) => unmarshall(item)))
      open = answer.UnprocessedKeys?.[tableName]?.Keys ?? []
    }
    return found
  }

  const query: Table['query'] = async (question) => {
    const answer = await patiently(() =>
      client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: question.index,
          ...queryParts(question),
          ScanIndexForward: !question.newestFirst,
          Limit: question.limit,
          ExclusiveStartKey: question.after && toAttributes(question.after),
          ConsistentRead: question.consistent ?? false,
        }),
      ),
    )
    return {
      items: (answer.Items ?? []).map((item) => unmarshall(item)),
      next: answer.LastEvaluatedKey && unmarshall(answer.LastEvaluatedKey),
    }
  }

  const write = async (change: Put | Update | Remove): Promise<WriteResult> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return { ok: true, item: await patiently(() => send(change)) }
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) {
          return { ok: false, before: error.Item && unmarshall(error.Item) }
        }
        // A transaction holds the item for a moment: refused by DynamoDB before anything was written.
        if (!(error instanceof TransactionConflictException)) throw error
        if (attempt === maxAttempts) throw tooBusy()
        await wait(attempt + 1)
      }
    }
  }

  const send = async (change: Put | Update | Remove): Promise<Item | undefined> => {
    const common = { TableName: tableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
    if (change.kind === 'put') {
      await client.send(
        new PutItemCommand({ ...common, Item: toAttributes(change.item), ...conditionParts(change.when) }),
      )
      return change.item
    }
    if (change.kind === 'delete') {
      await client.send(
        new DeleteItemCommand({ ...common, Key: toAttributes({ ...change.key }), ...conditionParts(change.when) }),
      )
      return undefined
    }
    const { Attributes: after } = await client.send(
      new UpdateItemCommand({
        ...common,
        Key: toAttributes({ ...change.key }),
        ...updateParts(change),
        ReturnValues: 'ALL_NEW',
      }),
    )
    return after && unmarshall(after)
  }

  const transact = async (writes: readonly Write[]): Promise<TransactionResult> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await patiently(() =>
          client.send(
            new TransactWriteItemsCommand({ TransactItems: writes.map((each) => transactItem(tableName, each)) }),
          ),
        )
        return { ok: true }
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const reasons = error.CancellationReasons ?? []
        if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) {
          return { ok: false, failures: reasons.map(failureOf) }
        }
        if (!reasons.some(({ Code }) => passing.has(Code ?? ''))) throw error
        if (attempt === maxAttempts) throw tooBusy()
        await wait(attempt + 1)
      }
    }
  }

  return { get, getMany, query, write, transact }
}

/** Another transaction or a burst was in the way; the same request can succeed a moment later. */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const maxAttempts = 7

/**
 * A partition, the table or the account takes no more at this moment: refused before anything was done
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html).
 */
const throttled = new Set(['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'])
const isThrottled = (error: unknown): boolean => error instanceof Error && throttled.has(error.name)
/** The SDK has waited and repeated by itself each time: this bounds the whole to a few seconds. */
const maxThrottled = 2

const tooBusy = (): AppError => busy('Very many people are here at this moment.')

const jitteredWait = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(1_000, 20 * 2 ** attempt)))

const failureOf = (reason: CancellationReason) =>
  reason.Code === 'ConditionalCheckFailed' ? { before: reason.Item && unmarshall(reason.Item) } : undefined

const transactItem = (tableName: string, change: Write): TransactWriteItem => {
  const common = { TableName: tableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
  switch (change.kind) {
    case 'put':
      return { Put: { ...common, Item: toAttributes(change.item), ...conditionParts(change.when) } }
    case 'update':
      return { Update: { ...common, Key: keyOf(change.key), ...updateParts(change) } }
    case 'delete':
      return { Delete: { ...common, Key: keyOf(change.key), ...conditionParts(change.when) } }
    case 'check':
      return { ConditionCheck: { ...common, Key: keyOf(change.key), ...requiredCondition(change.when) } }
  }
}

const keyOf = (key: Key) => toAttributes({ ...key })

const requiredCondition = (when: Write['when']) => {
  const { ConditionExpression, ...rest } = conditionParts(when)
  if (ConditionExpression === undefined) throw new TypeError('A check in a transaction needs a condition.')
  return { ConditionExpression, ...rest }
}

let shared: Table | undefined
/** The table of this function, built on first use. */
export const liveTable = (): Table => {
  shared ??= dynamoTable(
    setting('TABLE_NAME'),
    // The SDK's own tries: for lost connections mostly, and each time a refusal for too many requests comes.
    new DynamoDBClient({ maxAttempts: 3, requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 } }),
  )
  return shared
}
