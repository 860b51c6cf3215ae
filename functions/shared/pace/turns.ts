import type { Clock } from '#functions/shared/time/clock.ts'
import type { Pace, PaceStore } from './pace-store.ts'

/** Resolves when the next call may begin. */
export type Turn = () => Promise<void>

type Parts = {
  paces: Pick<PaceStore, 'lease'>
  /** Asked for each lease: it may change while a function is warm. */
  pace: () => Pace
  now: Clock
  wait: (ms: number) => Promise<unknown>
}

/** So many leases a second are enough for any pace; the wait behind others' leases stays short. */
const leasesPerSecond = 20
/** What was leased and not used so long after its moment is let go: a function may have slept in between. */
const goodForMs = 2_000

/** The turns of one process, however many of its calls wait at once. Others have theirs of the same pace. */
export const turnsOf = ({ paces, pace, now, wait }: Parts): Turn => {
  let leased: number[] = []
  const next = async (): Promise<void> => {
    const usable = leased.filter((at) => at + goodForMs > now().getTime())
    leased = usable.length > 0 ? usable : await lease()
    const waitMs = (leased.shift() ?? 0) - now().getTime()
    if (waitMs > 0) await wait(waitMs)
  }
  const lease = async (): Promise<number[]> => {
    const { name, perSecond } = pace()
    const calls = Math.max(1, Math.floor(perSecond / leasesPerSecond))
    const from = await paces.lease({ name, perSecond }, calls)
    return Array.from({ length: calls }, (_, index) => from + (index * 1_000) / perSecond)
  }
  let last: Promise<void> = Promise.resolve()
  return () => {
    // One after the other; whoever was refused holds up nobody.
    last = last.then(next, next)
    return last
  }
}
