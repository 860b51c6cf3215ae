import { mkdirSync } from 'node:fs'
import type { QueuePlan } from '#local/template/plan.ts'
import { openQueue, type Queue } from './queue.ts'

export type Queues = {
  all(): readonly Queue[]
  byName(name: string): Queue | undefined
  byArn(arn: string): Queue | undefined
  /** Calls back after each change, and when a hidden message becomes deliverable, until the returned function is called. */
  onChange(listener: () => void): () => void
  /** Looks again at what is deliverable: the clock has moved. */
  wake(): void
  nextVisibleAtMs(): number | undefined
  /** Puts the dead letters of a queue back where they came from; how many. */
  redrive(deadLetterName: string): number
  close(): void
}

/** Longer waits are cut: `setTimeout` counts at most 2^31 ms. */
const longestTimerMs = 2_000_000_000

/** All queues of the plan, kept in a folder of their own. */
export const openQueues = (
  plans: readonly QueuePlan[],
  { folder, now }: { folder: string; now: () => number },
): Queues => {
  mkdirSync(folder, { recursive: true })
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const byArn = new Map<string, Queue>()

  const nextVisibleAtMs = () => {
    const times = [...byArn.values()].flatMap((queue) => queue.nextVisibleAtMs() ?? [])
    return times.length === 0 ? undefined : Math.min(...times)
  }
  const plan = () => {
    clearTimeout(timer)
    const next = isClosed ? undefined : nextVisibleAtMs()
    if (next === undefined) return
    timer = setTimeout(announce, Math.min(Math.max(0, next - now()), longestTimerMs))
    timer.unref()
  }
  let isPlanning = false
  const announce = () => {
    if (isClosed) return
    for (const listener of [...listeners]) listener()
    if (isPlanning) return
    isPlanning = true
    // Once for all changes of this moment: every look goes through all messages.
    setImmediate(() => {
      isPlanning = false
      plan()
    })
  }
  for (const each of plans)
    byArn.set(
      each.arn,
      openQueue(each, { folder, now, deadLetters: (arn) => byArn.get(arn), onChange: () => announce() }),
    )

  return {
    all: () => [...byArn.values()],
    byName: (name) => [...byArn.values()].find((queue) => queue.plan.name === name),
    byArn: (arn) => byArn.get(arn),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wake: announce,
    nextVisibleAtMs,
    redrive(deadLetterName) {
      const from = [...byArn.values()].find((queue) => queue.plan.name === deadLetterName)
      const to = [...byArn.values()].find((queue) => queue.plan.redrive?.deadLetterArn === from?.plan.arn)
      if (!from || !to) return 0
      const messages = from.messages()
      for (const { body, attributes, group } of messages) to.send(body, { attributes, group })
      from.purge()
      return messages.length
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
