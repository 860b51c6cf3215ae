import type { OutboxStore, WaitingMail } from '#functions/mail/outbox-store.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { shuffled } from '#functions/shared/table/shards.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { MailTask } from '#schema/events/mail.ts'

type Parts = {
  outbox: Pick<OutboxStore, 'list' | 'listFailed' | 'shards'>
  send: Send
  now: Clock
  /** What the provider takes in the minute until the next run: more would be handed out twice. */
  most: () => number
}
type Page = { mails: WaitingMail[]; next: Item | undefined }

/**
 * Hands what lies in the outbox and is due to its senders, every minute. Of what there is too much of, each shard gets an
 * equal part, and what failed before another one than what nobody tried yet: nothing waits behind anything else. It changes
 * nothing: what is handed out twice is sent by whoever claims it first.
 */
export const sweepOutbox =
  ({ outbox, send, now, most }: Parts) =>
  async (): Promise<{ handedOut: number }> => {
    const begun = now()
    let left = most()
    let handedOut = 0
    let open = shuffled(
      outbox.shards.flatMap((shard) => [
        dueMails((after) => outbox.list(shard, after), begun),
        dueMails((after) => outbox.listFailed(shard, { dueBy: begun, after }), begun),
      ]),
    )
    while (open.length > 0 && left > 0) {
      const share = Math.ceil(left / open.length)
      const taken = await Promise.all(open.map((list) => list.take(share)))
      const mails = taken.flat().slice(0, left)
      await send('MAILS_QUEUE_URL', mails.map(taskOf))
      left -= mails.length
      handedOut += mails.length
      open = open.filter((_, index) => (taken[index]?.length ?? 0) === share)
    }
    return { handedOut }
  }

const taskOf = ({ id, againAt }: WaitingMail): MailTask => ({ id, ...(againAt !== undefined && { againAt }) })

/** Goes through a list page by page; what somebody is sending at this moment is left out. */
const dueMails = (read: (after: Item | undefined) => Promise<Page>, now: Date) => {
  const pages = eachPage(read)
  let kept: WaitingMail[] = []
  let isOver = false
  return {
    /** The next `count`; fewer at the end of the list. */
    take: async (count: number): Promise<WaitingMail[]> => {
      while (kept.length < count && !isOver) {
        const { value: page } = await pages.next()
        if (page) kept.push(...page.mails.filter(({ notBefore }) => notBefore <= stamp(now)))
        else isOver = true
      }
      const taken = kept.slice(0, count)
      kept = kept.slice(count)
      return taken
    },
  }
}
