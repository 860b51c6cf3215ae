import type { ChoreStore, ListedChore } from '#functions/chores/chore-store.ts'
import { type ChoreList, choreLists, listOfChore } from '#functions/chores/chore-writes.ts'
import { type ChoreOutcome, type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import { runMs } from '#functions/chores/limits.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { shuffled, type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import { afterHours, afterMs, type Clock } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'

type Parts = { chores: ChoreStore; steps: ChoreSteps; log: Log; now: Clock }

/** Side by side in each shard of each list: as many as keep a processor busy while others wait for the table. */
const atOnce = 2
/** How long a chore that asks may go on before the others of its list have their turn; one of the long list as long as its run. */
const turnMs = 20_000
/**
 * Until when a run begins long chores: each has two minutes at least, since some keep no place and go over from the front what
 * they did before. What is left begins in the next run.
 */
const longBeginMs = runMs / 2
/** How long a chore of an unknown kind is put off. */
const putOffHours = 1

/**
 * Does what is due: chores whose request broke off, and those that waited for a time. Each list is worked through until nothing
 * is due there or the run's time is over, and no list waits for another. A chore is put behind the others before it is begun:
 * one that fails, however often, keeps none waiting.
 * @returns how many were done, how many go on later since they were too long for their turn, and how many failed and come again.
 */
export const finishChores = (parts: Parts) => async (): Promise<Record<ChoreOutcome, number>> => {
  const { chores, steps, log, now } = parts
  const begun = now()
  const until = afterMs(begun, runMs)
  const beginsUntil = (list: ChoreList): Date => (list === 'long' ? afterMs(begun, longBeginMs) : until)
  const turnEnds = (list: ChoreList): Date => {
    const turn = afterMs(now(), turnMs)
    return list === 'long' || turn > until ? until : turn
  }
  const found = { done: 0, unfinished: 0, left: 0 }
  const unknown = new Set<string>()

  /** @returns whether there was anything to do for this run. */
  const finish = async (chore: ListedChore): Promise<boolean> => {
    try {
      if (!(await chores.putBehind(chore, now()))) return false
      const outcomes = await doChores(parts, steps, turnEnds(listOfChore(chore)))([chore])
      for (const outcome of outcomes) found[outcome] += 1
    } catch (error) {
      found.left += 1
      log.warn('chore left', { chore: chore.kind, ...describeError(error) })
    }
    return true
  }

  /** @returns whether any of the page was this run's to do. */
  const takePage = async (list: ChoreList, shard: WorkShard): Promise<boolean> => {
    const due = await chores.listDue(list, shard, now())
    let isAnyTaken = false
    for (const each of due.unknown) {
      unknown.add(each.kind)
      if (await chores.putOff(each, afterHours(now(), putOffHours))) isAnyTaken = true
    }
    // In another order than the run beside this one, which has the same page.
    const waiting = shuffled(due.chores).values()
    const work = async (): Promise<void> => {
      for (const chore of waiting) {
        if (now() > beginsUntil(list)) return
        const isOwn = listOfChore(chore) === list
        if (await (isOwn ? finish(chore) : chores.moveToOwnList(chore))) isAnyTaken = true
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return isAnyTaken
  }

  const workThrough = async (list: ChoreList, shard: WorkShard): Promise<void> => {
    let isAnyTaken = true
    while (isAnyTaken && now() <= beginsUntil(list)) isAnyTaken = await takePage(list, shard)
  }

  const results = await Promise.allSettled(
    choreLists.flatMap((list) => workShards.map((shard) => workThrough(list, shard))),
  )
  if (unknown.size > 0) log.error(urgent.choresUnknown, { kinds: [...unknown].join(', ') })
  if (found.left > 0) log.error('chores left', found)
  else log.info('chores done', found)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return found
}
