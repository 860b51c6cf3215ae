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

/** At most this many leases a second: enough for any pace, and the wait behind the leases of others stays short. */
const leasesPerSecond = 20
/** Leased calls that were not used this long after their moment are dropped: Lambda may have frozen the function. */
const goodForMs = 2_000

/**
 * The turns of one process, however many of its calls wait at once. Others have theirs of the same pace, so a lease is of what
 * this process uses up while it is good: one call first, twice as many after each that was soon used, and no more than were
 * used of one that was not. Hundreds of slow workers would else lease everything and use little of it.
 */
export const turnsOf = ({ paces, pace, now, wait }: Parts): Turn => {
  let leased: number[] = []
  let size = 1
  let begunMs = 0
  const next = async (): Promise<void> => {
    // Asked once, not for each leased call: they are read anew at every turn.
    const nowMs = now().getTime()
    const usable = leased.filter((at) => at + goodForMs > nowMs)
    if (usable.length > 0) leased = usable
    else await lease()
    const waitMs = (leased.shift() ?? 0) - now().getTime()
    if (waitMs > 0) await wait(waitMs)
  }
  const lease = async (): Promise<void> => {
    const { name, perSecond } = pace()
    const wasSoonUsed = leased.length === 0 && now().getTime() - begunMs < goodForMs / 2
    const wanted = wasSoonUsed ? size * 2 : size - leased.length
    size = Math.min(Math.max(1, wanted), Math.max(1, Math.floor(perSecond / leasesPerSecond)))
    const from = await paces.lease({ name, perSecond }, size)
    begunMs = Math.max(from, now().getTime())
    leased = Array.from({ length: size }, (_, index) => from + (index * 1_000) / perSecond)
  }
  let last: Promise<void> = Promise.resolve()
  return () => {
    // One after the other; a refused one does not stop those behind it.
    last = last.then(next, next)
    return last
  }
}
