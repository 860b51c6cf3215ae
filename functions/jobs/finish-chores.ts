import type { ChoreStore, ListedChore } from '#functions/chores/chore-store.ts'
import { type ChoreOutcome, type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'

type Parts = { chores: ChoreStore; steps: ChoreSteps; log: Log; now: Clock }

/** Half of what its function may take (lib/work/chores.ts): a chore that is begun last and does not ask has as long again. */
const runMs = 120_000

/**
 * Does what is due: chores whose request broke off, and those that waited for a time. Each run takes the longest due of every
 * shard, and puts each behind the others before it begins with it: one that fails, however often, keeps none waiting.
 * @returns how many were done, how many go on in the next run since they were too long for this one, and how many failed and come
 * again.
 */
export const finishChores = (parts: Parts) => async (): Promise<Record<ChoreOutcome, number>> => {
  const { chores, steps, log, now } = parts
  const until = afterMs(now(), runMs)
  const found = { done: 0, unfinished: 0, left: 0 }
  const finish = async (chore: ListedChore): Promise<void> => {
    if (!(await chores.putBehind(chore, now()))) return
    for (const outcome of await doChores(parts, steps, until)([chore])) found[outcome] += 1
  }
  await Promise.all(
    workShards.map(async (shard) => {
      for (const chore of await chores.listDue(shard, now())) {
        if (now() > until) return
        await finish(chore)
      }
    }),
  )
  if (found.left > 0) log.error('chores left', found)
  else log.info('chores done', found)
  return found
}
