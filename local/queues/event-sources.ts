import * as z from 'zod'
import type { Invoker } from '#local/lambda/invoker.ts'
import { region } from '#local/template/names.ts'
import type { EventSourcePlan } from '#local/template/plan.ts'
import { md5, type Queue, type Received } from './queue.ts'
import type { Queues } from './queues.ts'

const PartialBatch = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
})

export type EventSources = {
  /** Resolves when nothing is being worked on and nothing can be delivered at the present time of the clock. */
  idle(): Promise<void>
  /** Stops taking messages and waits for the functions that are at work. */
  close(): Promise<void>
}

const recordOf = (message: Received, queueArn: string) => ({
  messageId: message.id,
  receiptHandle: message.receipt,
  body: message.body,
  attributes: {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAtMs),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs ?? message.sentAtMs),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
  },
  messageAttributes: Object.fromEntries(
    Object.entries(message.attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      { dataType: DataType, stringValue: StringValue, binaryValue: BinaryValue },
    ]),
  ),
  md5OfBody: md5(message.body),
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
})

/** Which messages stay in the queue. An answer that names an unknown message fails the whole batch, as Lambda has it. */
const failuresIn = (result: unknown, batch: readonly Received[]): ReadonlySet<string> => {
  const all = new Set(batch.map(({ id }) => id))
  const parsed = PartialBatch.safeParse(result ?? {})
  if (!parsed.success) return all
  const failed = new Set((parsed.data.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier))
  return [...failed].every((id) => all.has(id)) ? failed : all
}

/** Lambda's pollers: hand messages to functions as real SQS events, and delete what succeeded. */
export const startEventSources = (
  plans: readonly EventSourcePlan[],
  { queues, invoker }: { queues: Queues; invoker: Invoker },
): EventSources => {
  const working = new Set<Promise<void>>()
  let isClosed = false
  const sources = plans.flatMap((plan) => {
    const queue = queues.byArn(plan.queueArn)
    return queue ? [{ plan, queue, busy: 0 }] : []
  })

  const work = async (plan: EventSourcePlan, queue: Queue, batch: readonly Received[]) => {
    let failures: ReadonlySet<string> = new Set(batch.map(({ id }) => id))
    try {
      const result = await invoker.invoke(plan.entry, {
        Records: batch.map((message) => recordOf(message, queue.plan.arn)),
      })
      failures = plan.reportsItemFailures ? failuresIn(result, batch) : new Set()
    } catch {
      // The invoker has recorded the failure; the messages come again when their visibility time-out has passed.
    }
    for (const { id, receipt } of batch) if (!failures.has(id)) queue.remove(receipt)
  }

  const pump = () => {
    for (const source of sources) {
      while (!isClosed && source.busy < source.plan.maxConcurrency) {
        const batch = source.queue.receive(source.plan.batchSize)
        if (batch.length === 0) break
        source.busy += 1
        const task = work(source.plan, source.queue, batch).finally(() => {
          source.busy -= 1
          working.delete(task)
          pump()
        })
        working.add(task)
      }
    }
  }
  // One look after the current change is complete, not one inside it.
  let isPlanned = false
  const look = () => {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(() => {
      isPlanned = false
      pump()
    })
  }
  queues.onChange(look)
  look()

  return {
    async idle() {
      for (;;) {
        pump()
        if (working.size === 0) return
        await Promise.race(working)
      }
    },
    async close() {
      isClosed = true
      await Promise.allSettled(working)
    },
  }
}
