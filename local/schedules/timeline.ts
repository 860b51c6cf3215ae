import * as z from 'zod'
import type { LocalClock } from '#local/clock/local-clock.ts'
import { keptJson } from '#local/process/kept-json.ts'
import type { SchedulePlan } from '#local/template/plan.ts'
import { scheduleExpression } from './expression.ts'

export type ScheduledJob = {
  readonly name: string
  readonly expression: string
  readonly timezone: string
  readonly entry: string
  readonly nextDueMs: number | undefined
  readonly lastRunMs: number | undefined
}

export type Timeline = {
  jobs(): readonly ScheduledJob[]
  /** Runs one job now, whatever its schedule. Rejects with what the job throws. */
  run(name: string): Promise<unknown>
  /** Moves the clock to a later time and does in order what falls due on the way, until all queues are idle. */
  moveTo(atMs: number): Promise<void>
  /** From now on schedules also fall due by themselves. */
  startTicking(): void
  close(): Promise<void>
}

/** Longer waits are cut: `setTimeout` counts at most 2^31 ms. */
const longestTimerMs = 2_000_000_000

/**
 * Runs schedules by the local clock: when the clock is moved and, after `startTicking`, as real time passes. A long
 * jump goes from one due time to the next: rare jobs (weekly, for example) run at each of theirs. Jobs that are due
 * daily or more often run once before each rare job and once at the end, which leaves the same result.
 */
export const startTimeline = ({
  path,
  schedules,
  clock,
  invoke,
  drain,
  otherDueMs = () => undefined,
  onMoved = () => {},
  isPassedOver = () => false,
}: {
  path: string
  schedules: readonly SchedulePlan[]
  clock: LocalClock
  invoke: (entry: string, input: unknown) => Promise<unknown>
  /** Waits until everything that follows from the present time is done. */
  drain: () => Promise<void>
  /** Further times to stop at: when a queue's hidden message can be delivered again. */
  otherDueMs?: () => number | undefined
  /** The clock has a new time. */
  onMoved?: () => void
  /** A due job that is left for later: it stays due. */
  isPassedOver?: (name: string) => boolean
}): Timeline => {
  const began = clock.now()
  const Kept = z.object({ began: z.number(), lastRunMs: z.record(z.string(), z.number()) })
  const kept = keptJson(path, Kept, () => ({ began, lastRunMs: {} }))
  const entries = schedules.map((plan) => ({ plan, expression: scheduleExpression(plan.expression, plan.timezone) }))
  // What fell due while the system was off is not made up for: the next due time counts from now.
  const considered = new Map(entries.map(({ plan }) => [plan.name, began]))
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isTicking = false
  let queue: Promise<unknown> = Promise.resolve()

  type Entry = (typeof entries)[number]
  /**
   * After a jump all frequent jobs are due at once: the job that reports overdue work runs after those that do the
   * work.
   */
  const isWatching = ({ plan }: Entry) => plan.name === 'check-overdue'
  const nextDue = ({ plan, expression }: Entry) =>
    expression.nextAfter(considered.get(plan.name) ?? began, kept.get().began)
  const mark = (name: string) => {
    const { lastRunMs } = kept.get()
    kept.set({ ...kept.get(), lastRunMs: { ...lastRunMs, [name]: clock.now() } })
  }
  const runEntry = async ({ plan }: Entry) => {
    mark(plan.name)
    await invoke(plan.entry, plan.input)
  }
  /** Each of these once, in the order in which they fell due; the next due time is then after the present. */
  const runDue = async (among: readonly Entry[]) => {
    const due = among
      .map((entry) => ({ entry, at: nextDue(entry) ?? Number.POSITIVE_INFINITY }))
      .filter(({ entry, at }) => at <= clock.now() && !isPassedOver(entry.plan.name))
      .sort((a, b) => a.at - b.at || Number(isWatching(a.entry)) - Number(isWatching(b.entry)))
    for (const { entry } of due) {
      considered.set(entry.plan.name, clock.now())
      // A failed job is in the request log, and its next due time comes.
      await runEntry(entry).catch(() => {})
      await drain()
    }
  }
  const frequent = entries.filter(({ expression }) => expression.isFrequent)
  const rare = entries.filter(({ expression }) => !expression.isFrequent)
  const earliest = (times: readonly (number | undefined)[]) => {
    const known = times.filter((time) => time !== undefined)
    return known.length === 0 ? undefined : Math.min(...known)
  }

  /** One thing at a time: a tick, a jump and another jump do not overlap. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work, work)
    queue = result.catch(() => {})
    return result
  }
  const stopAt = async (atMs: number) => {
    clock.moveTo(atMs)
    onMoved()
    await drain()
  }
  const travel = async (toMs: number) => {
    for (;;) {
      const next = earliest([...rare.map(nextDue), otherDueMs()])
      if (next === undefined || next > toMs) break
      await stopAt(next)
      if (rare.some((entry) => (nextDue(entry) ?? Number.POSITIVE_INFINITY) <= clock.now())) {
        await runDue(frequent)
        await runDue(rare)
      }
    }
    await stopAt(toMs)
    await runDue(frequent)
    await runDue(rare)
  }
  const tick = () => {
    clearTimeout(timer)
    if (!isTicking || isClosed) return
    const next = earliest(entries.map(nextDue))
    if (next === undefined) return
    timer = setTimeout(
      () => void inTurn(() => (isClosed ? Promise.resolve() : runDue(entries))).then(tick),
      Math.min(Math.max(0, next - clock.now()), longestTimerMs),
    )
  }

  return {
    jobs: () =>
      entries.map((entry) => ({
        name: entry.plan.name,
        expression: entry.plan.expression,
        timezone: entry.plan.timezone,
        entry: entry.plan.entry,
        nextDueMs: nextDue(entry),
        lastRunMs: kept.get().lastRunMs[entry.plan.name],
      })),
    run: (name) =>
      inTurn(async () => {
        const entry = entries.find(({ plan }) => plan.name === name)
        if (!entry) throw new Error(`No job is called "${name}"`)
        return runEntry(entry)
      }),
    moveTo: (atMs) => inTurn(() => travel(atMs)).finally(tick),
    startTicking() {
      isTicking = true
      tick()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await queue
    },
  }
}
