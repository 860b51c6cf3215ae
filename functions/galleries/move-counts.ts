import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { shuffledShards, type WorkShard } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'
import type { LikeStore } from './like-store.ts'
import type { Move, MoveStore } from './move-store.ts'
import type { TallyStore } from './tally-store.ts'

type Parts = {
  tallies: Pick<TallyStore, 'find' | 'moved' | 'clear'>
  moves: Pick<MoveStore, 'listMoves' | 'findShowing' | 'show' | 'done' | 'postpone' | 'listLikesDue'>
  likes: Pick<LikeStore, 'clearLikes'>
  send: Send
  log: Log
  now: Clock
}

/**
 * A gallery's copy is rewritten in four indexes, about twelve write units. So many galleries a run, ten minutes apart, are 25 a second
 * at most: 100 of the 1,000 units a second of the one partition that lists the popular ones, however many galleries are
 * visited. What is left keeps its place, and those that changed much come first.
 */
export const mostMoves = 15_000
/** So that a run ends before its function does (lib/work/counting.ts) and before the next begins. */
const runMs = 8 * 60_000
/** A message of a like is counted within two minutes; one that was not after so long is sent again. */
const lostAfterMs = 10 * 60_000

/**
 * Brings what was counted to the galleries that show it, every ten minutes: numbers and popularity. Before, it sends again what
 * of the likes may have been lost between their item and the queue. It begins with any shard, and what it does leaves the list.
 */
export const moveCounts = ({ tallies, moves, likes, send, log, now }: Parts) => {
  const move = async (waiting: Move): Promise<void> => {
    const { galleryId } = waiting
    const [tally, showing] = await Promise.all([tallies.find({ galleryId }), moves.findShowing(galleryId)])
    if (!showing) {
      await likes.clearLikes(galleryId)
      // The mark lies among them.
      return tallies.clear({ galleryId })
    }
    // What comes first leaves the mark to the next run.
    if (!(await moves.show(showing, tally))) return
    const shown = showing.gallery.viewCount + 2 * showing.gallery.likeCount
    if (tally && !(await tallies.moved({ galleryId }, tally, shown))) return
    await moves.done(waiting)
  }

  const sendLostLikes = async (shard: WorkShard): Promise<number> => {
    const before = afterMs(now(), -lostAfterMs)
    let sent = 0
    for await (const { events } of eachPage((after) => moves.listLikesDue(shard, { before, after }))) {
      if (events.length > 0) await send('COUNTS_QUEUE_URL', events)
      sent += events.length
    }
    return sent
  }

  return async (): Promise<{ moved: number; failed: number; likesSentAgain: number }> => {
    const until = Date.now() + runMs
    const begun = now()
    const result = { moved: 0, failed: 0, likesSentAgain: 0 }
    const shards = shuffledShards()
    for (const shard of shards) result.likesSentAgain += await sendLostLikes(shard)
    const perShard = mostMoves / shards.length
    const moveShard = async (shard: WorkShard) => {
      let count = 0
      for await (const page of eachPage((after) => moves.listMoves(shard, { begun, after }))) {
        for (const waiting of page.moves) {
          if (count === perShard || Date.now() > until) return
          count += 1
          try {
            await move(waiting)
            result.moved += 1
          } catch (error) {
            result.failed += 1
            log.error('counts not moved', { galleryId: waiting.galleryId, ...describeError(error) })
            await moves.postpone(waiting)
          }
        }
      }
    }
    await Promise.all(shards.map(moveShard))
    return result
  }
}
