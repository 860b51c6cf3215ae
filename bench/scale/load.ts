import { raisedTo } from './limits.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** What becomes of a load: served in time, served late, refused or failed with whatever name. */
export type Outcome = { asked: number; served: number; late: number; refused: Map<string, number>; medianMs: number }

class Refused extends Error {}

/** The copies of a function that may run at once: a call that finds none is refused, as Lambda does. */
export const copiesOf = (clock: VirtualClock, most = raisedTo('functions')) => {
  let busy = 0
  let busyMs = 0
  const began = clock.nowMs()
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (busy >= most) throw new Refused('no copy of the function is left')
      busy += 1
      const from = clock.nowMs()
      try {
        return await work()
      } finally {
        busy -= 1
        busyMs += clock.nowMs() - from
      }
    },
    /** How many worked at once, on average. */
    mean: () => busyMs / Math.max(1, clock.nowMs() - began),
  }
}

/** So many a second, refused beyond: what Stripe, SES, S3 and API Gateway do. It holds a second's worth at most. */
export const rateOf = (clock: VirtualClock, perSecond: number, why: string) => {
  let tokens = perSecond / 10
  let atMs = clock.nowMs()
  return {
    take: () => {
      tokens = Math.min(perSecond, tokens + ((clock.nowMs() - atMs) * perSecond) / 1_000)
      atMs = clock.nowMs()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    why,
  }
}

/** What a refused person reads, or what the function says; without ids and seconds, so that the same reason is one. */
const reasonOf = (error: unknown): string => {
  const said = error instanceof Error ? error.message : 'something'
  const read = /"message":"([^"]*?)(?: Please try again[^"]*)?"/.exec(said)?.[1] ?? said
  const status = /answered (\d{3})/.exec(said)?.[1]
  return `${status ? `${status}: ` : ''}${read}`.replaceAll(/[a-z]{3}_[\w-]{20,}|\d{6,}/g, '…').slice(0, 160)
}

type Load = {
  clock: VirtualClock
  perSecond: number
  seconds: number
  /** Later than this is not served. */
  withinMs?: number
  random: () => number
  request: (n: number) => Promise<unknown>
}

/** People who come whether or not those before them were served, each at a random moment of their part of the time. */
export const openLoad = async ({
  clock,
  perSecond,
  seconds,
  withinMs = 1_000,
  random,
  request,
}: Load): Promise<Outcome> => {
  const asked = Math.max(1, Math.round(perSecond * seconds))
  const outcome: Outcome = { asked, served: 0, late: 0, refused: new Map(), medianMs: 0 }
  const took: number[] = []
  const everyMs = 1_000 / perSecond
  await clock.run(
    Array.from({ length: asked }, async (_, n) => {
      await clock.wait((n + random()) * everyMs)
      const from = clock.nowMs()
      try {
        await request(n)
        const ms = clock.nowMs() - from
        took.push(ms)
        if (ms <= withinMs) outcome.served += 1
        else outcome.late += 1
      } catch (error) {
        const reason = reasonOf(error)
        outcome.refused.set(reason, (outcome.refused.get(reason) ?? 0) + 1)
      }
    }),
  )
  took.sort((a, b) => a - b)
  outcome.medianMs = took[Math.floor(took.length / 2)] ?? Number.NaN
  return outcome
}

/** The criterion of every load that people wait for. */
const servedShare = 0.99
export const isServed = ({ asked, served }: Outcome): boolean => served >= servedShare * asked

/** Why the others were not: the most frequent reason. */
export const mainReason = ({ refused, late }: Outcome): string => {
  const [reason, times] = [...refused].toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0]
  return times >= late ? reason : 'answered after more than a second'
}

export type Probe = { holds: boolean; why?: string }
export type Break = { heldAt: number; breaksAt: number | undefined; why: string | undefined }

/** How far beyond its goal a load is tried. */
export const mostTimesGoal = 2

/**
 * The number at which something breaks: the goal first, then twice, or half and half again; between the last
 * two by halves, three times. @returns no `breaksAt` when twice the goal still holds.
 */
export const findBreak = async (
  goal: number,
  probe: (amount: number) => Promise<Probe>,
  timesGoal = mostTimesGoal,
): Promise<Break> => {
  let held = 0
  let broke: number | undefined
  let why: string | undefined
  const tryAt = async (amount: number) => {
    const { holds, why: reason } = await probe(amount)
    if (holds) held = Math.max(held, amount)
    else {
      broke = Math.min(broke ?? amount, amount)
      why = reason ?? why
    }
    return holds
  }
  if (await tryAt(goal)) {
    for (let amount = 2 * goal; amount <= timesGoal * goal; amount *= 2) if (!(await tryAt(amount))) break
  } else {
    for (let amount = goal / 2; amount >= goal / 4_096; amount /= 2) if (await tryAt(amount)) break
  }
  for (let step = 0; step < 3 && broke !== undefined && broke - held > held / 16; step++)
    await tryAt((held + broke) / 2)
  return { heldAt: held, breaksAt: broke, why }
}
