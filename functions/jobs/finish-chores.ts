import type { ChoreStore, ListedChore } from '#functions/chores/chore-store.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'

type Parts = { chores: ChoreStore; steps: ChoreSteps; log: Log; now: Clock }

/** Half of what its function may take (lib/work/chores.ts): the chore that is begun last has as long again. */
const runMs = 120_000

/**
 * Does what is due: chores whose request broke off, and those that waited for a time. Each run takes the longest due of every
 * shard, and puts each behind the others before it begins with it: one that fails, however often, keeps none waiting.
 * @returns how many were done, and how many failed and come again.
 */
export const finishChores = (parts: Parts) => async (): Promise<{ done: number; left: number }> => {
  const { chores, steps, log, now } = parts
  const until = afterMs(now(), runMs)
  const found = { done: 0, left: 0 }
  const finish = async (chore: ListedChore): Promise<void> => {
    if (!(await chores.putBehind(chore, now()))) return
    const done = await doChores(parts, steps)([chore])
    found.done += done
    found.left += 1 - done
  }
  await Promise.all(
    workShards.map(async (shard) => {
      for (const chore of await chores.listDue(shard, now())) {
        if (now() > until) return
        await finish(chore)
      }
    }),
  )
  const { done, left } = found
  if (left > 0) log.error('chores left', { done, left })
  else log.info('chores done', { done })
  return { done, left }
}
