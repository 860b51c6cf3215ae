import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { EdgeEvent } from '#schema/events/edge.ts'

/**
 * Has the edge forget what carries one of these tags. Called after the write that made it untrue; it never fails, since the
 * write is done: what nobody could be told of is forgotten by itself, five minutes after it was kept.
 */
export type Recall = (tags: readonly string[]) => Promise<void>

/** For whoever tells the edge by other means, or has nothing that the edge keeps. */
export const recallNothing: Recall = async () => {}

export const recallBy =
  (send: Send, log: Log): Recall =>
  async (tags) => {
    const event: EdgeEvent = { tags: [...new Set(tags)] }
    try {
      await send('EDGE_QUEUE_URL', [event])
    } catch (error) {
      log.error('edge not told', { tags: event.tags.length, ...describeError(error) })
    }
  }
