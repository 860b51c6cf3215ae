import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { busy } from '#functions/shared/http/outage.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import type { AppError } from '#schema/errors.ts'
import { chunks } from './chunks.ts'
import { conditionParts, queryParts, updateParts } from './expressions.ts'
import { retried, tryAgain } from './retried.ts'
import {
  type Item,
  type Key,
  onceEach,
  type Put,
  type Remove,
  type Table,
  type TransactionResult,
  type Update,
  type Write,
  type WriteResult,
} from './writes.ts'

/** DynamoDB, the only file that imports its clients. Optional fields that are not there are simply absent. */
export const dynamoTable = (tableName: string, plainClient: DynamoDBClient, wait = jitteredWait): Table => {
  const client = DynamoDBDocumentClient.from(plainClient, { marshallOptions: { removeUndefinedValues: true } })
  /** Takes a step until DynamoDB lets it pass, and waits longer before each further try. */
  const waited = <T>(limit: number, step: () => Promise<T | typeof tryAgain>): Promise<T> =>
    retried(limit, tooBusy, async (attempt) => {
      if (attempt > 0) await wait(attempt)
      return step()
    })
  /** Repeats what was too many: such a request was refused whole, so that nothing is done twice. */
  const patiently = <T>(send: () => Promise<T>): Promise<T> =>
    waited<T>(triesWhenThrottled, async () => {
      try {
        return await send()
      } catch (error) {
        if (isThrottled(error)) return tryAgain
        throw error
      }
    })

  const get: Table['get'] = async (key, { consistent = true } = {}) => {
    const { Item: found } = await patiently(() =>
      client.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: consistent })),
    )
    return found
  }

  const getBatch = (keys: readonly Key[], consistent: boolean): Promise<Item[]> => {
    const found: Item[] = []
    let open: Item[] = keys.map((key) => ({ ...key }))
    return waited(maxTries, async () => {
      if (open.length === 0) return found
      const Keys = open
      const answer = await patiently(() =>
        client.send(new BatchGetCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: consistent } } })),
      )
      found.push(...(answer.Responses?.[tableName] ?? []))
      open = answer.UnprocessedKeys?.[tableName]?.Keys ?? []
      return open.length === 0 ? found : tryAgain
    })
  }

  const getMany: Table['getMany'] = async (keys, { consistent = true } = {}) => {
    const batches = chunks(onceEach(keys), keysAtOnce).map((some) => getBatch(some, consistent))
    return (await Promise.all(batches)).flat()
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
          ExclusiveStartKey: question.after,
          ConsistentRead: question.consistent ?? false,
        }),
      ),
    )
    return { items: answer.Items ?? [], next: answer.LastEvaluatedKey }
  }

  const write = (change: Put | Update | Remove): Promise<WriteResult> =>
    waited<WriteResult>(maxTries, async () => {
      try {
        return { ok: true, item: await patiently(() => send(change)) }
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return { ok: false, before: itemOf(error) }
        // A transaction holds the item for a moment: refused by DynamoDB before anything was written.
        if (error instanceof TransactionConflictException) return tryAgain
        throw error
      }
    })

  const send = async (change: Put | Update | Remove): Promise<Item | undefined> => {
    const common = { TableName: tableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
    if (change.kind === 'put') {
      await client.send(new PutCommand({ ...common, Item: change.item, ...conditionParts(change.when) }))
      return change.item
    }
    if (change.kind === 'delete') {
      await client.send(new DeleteCommand({ ...common, Key: change.key, ...conditionParts(change.when) }))
      return undefined
    }
    const { Attributes: after } = await client.send(
      new UpdateCommand({ ...common, Key: change.key, ...updateParts(change), ReturnValues: 'ALL_NEW' }),
    )
    return after
  }

  const transact = (writes: readonly Write[]): Promise<TransactionResult> =>
    waited<TransactionResult>(maxTries, async () => {
      try {
        await patiently(() =>
          client.send(new TransactWriteCommand({ TransactItems: writes.map((each) => transactItem(tableName, each)) })),
        )
        return { ok: true }
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const reasons = error.CancellationReasons ?? []
        if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) {
          return { ok: false, failures: reasons.map(failureOf) }
        }
        if (reasons.some(({ Code }) => passing.has(Code ?? ''))) return tryAgain
        throw error
      }
    })

  return { get, getMany, query, write, transact }
}

/**
 * The most that one BatchGetItem takes, each once
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html).
 */
const keysAtOnce = 100

/** Another transaction or a burst was in the way; the same request can succeed a moment later. */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const maxTries = 8

/**
 * A partition, the table or the account takes no more at this moment: refused before anything was done
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html).
 */
const throttled = new Set(['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'])
const isThrottled = (error: unknown): boolean => error instanceof Error && throttled.has(error.name)
/** The SDK has waited and repeated by itself each time: this bounds the whole to a few seconds. */
const triesWhenThrottled = 3

const tooBusy = (): AppError => busy('Very many people are here at this moment.')

const jitteredWait = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(1_000, 20 * 2 ** attempt)))

/**
 * The item that a refusal shows. The document client translates answers and leaves errors as they came
 * (https://github.com/aws/aws-sdk-js-v3/blob/main/lib/lib-dynamodb/src/baseCommand/DynamoDBDocumentClientCommand.ts).
 */
const itemOf = ({ Item: found }: { Item?: Record<string, AttributeValue> | undefined }): Item | undefined =>
  found && unmarshall(found)

const failureOf = (reason: CancellationReason) =>
  reason.Code === 'ConditionalCheckFailed' ? { before: itemOf(reason) } : undefined

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

const transactItem = (tableName: string, change: Write): TransactItem => {
  const common = { TableName: tableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
  switch (change.kind) {
    case 'put':
      return { Put: { ...common, Item: change.item, ...conditionParts(change.when) } }
    case 'update':
      return { Update: { ...common, Key: change.key, ...updateParts(change) } }
    case 'delete':
      return { Delete: { ...common, Key: change.key, ...conditionParts(change.when) } }
    case 'check':
      return { ConditionCheck: { ...common, Key: change.key, ...requiredCondition(change.when) } }
  }
}

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
