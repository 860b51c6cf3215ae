import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import type { Clock } from '#functions/shared/time/clock.ts'

type Parts = { chores: ChoreStore; steps: ChoreSteps; log: Log; now: Clock }

/**
 * Does what is due: chores whose request broke off, and those that waited for a time. Each run takes the oldest of every
 * shard; one that fails stays, is logged, and comes again.
 * @returns how many were done and how many are left for the next run.
 */
export const finishChores = (parts: Parts) => async (): Promise<{ done: number; left: number }> => {
  const { chores, steps, log, now } = parts
  const counts = await Promise.all(
    workShards.map(async (shard) => {
      const due = await chores.listDue(shard, now())
      const done = await doChores(parts, steps)(due)
      return { done, left: due.length - done }
    }),
  )
  const done = counts.reduce((sum, each) => sum + each.done, 0)
  const left = counts.reduce((sum, each) => sum + each.left, 0)
  if (left > 0) log.error('chores left', { done, left })
  else log.info('chores done', { done })
  return { done, left }
}
