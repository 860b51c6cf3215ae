import * as z from 'zod'
import { type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import type { Item, Put, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, remove, update } from '#functions/shared/table/writes.ts'
import { afterMs, stamp } from '#functions/shared/time/clock.ts'
import { MailId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'
import { outboxKeys } from './outbox.ts'
import { type TemplateName, templates } from './templates/all.ts'

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(templates, name)

/** A mail that waits. `claim` names the run that is sending it, until `notBefore`: then another may try. */
export const WaitingMail = z.object({
  id: MailId,
  template: z.string().refine(isTemplate),
  to: z.string(),
  data: z.unknown(),
  state: z.enum(['queued', 'sending']),
  claim: z.string().nullish(),
  tries: z.int().min(0),
  notBefore: Timestamp,
  createdAt: Timestamp,
})
export type WaitingMail = z.infer<typeof WaitingMail>

/** Longer than one run lives: what is still claimed then belongs to a run that died. */
const claimMs = 5 * 60_000
const longestWaitMs = 60 * 60_000
/** About a day of tries; after that a person looks. */
export const maxTries = 30

export const outboxStore = (table: Table) => ({
  /** A mail that has no transaction of its own. */
  async add(mail: Put): Promise<void> {
    await table.write(mail)
  },

  /** A page of what waits in one shard, oldest first. */
  async list(shard: WorkShard, after?: Item) {
    const page = await table.query({
      partition: outboxKeys.shard(shard),
      consistent: true,
      limit: 100,
      after,
    })
    return { mails: page.items.map((item) => WaitingMail.parse(item)), next: page.next }
  },

  /** Takes a mail that is due for this run alone; `false` when it is not due, taken or gone. */
  async claim(mail: WaitingMail, claim: string, now: Date): Promise<boolean> {
    const written = await table.write(
      update(outboxKeys.mail(mail.id), {
        set: { state: 'sending', claim, notBefore: stamp(afterMs(now, claimMs)) },
        add: { tries: 1 },
        when: { notBefore: is.atMost(stamp(now)), tries: is.equal(mail.tries) },
      }),
    )
    return written.ok
  },

  /** It is sent; nothing of it is kept. */
  async finish(mail: WaitingMail, claim: string): Promise<void> {
    await table.write(remove(outboxKeys.mail(mail.id), { claim: is.equal(claim) }))
  },

  /** It was not sent: later again, after ever longer waits. */
  async release(mail: WaitingMail, claim: string, now: Date): Promise<void> {
    const wait = Math.min(longestWaitMs, 30_000 * 2 ** mail.tries)
    await table.write(
      update(outboxKeys.mail(mail.id), {
        set: { state: 'queued', notBefore: stamp(afterMs(now, wait)) },
        remove: ['claim'],
        when: { claim: is.equal(claim) },
      }),
    )
  },

  /** It cannot be sent: kept apart for a person, out of the way of the others. */
  async setAside(mail: WaitingMail, claim: string, now: Date): Promise<void> {
    await table.transact([
      remove(outboxKeys.mail(mail.id), { claim: is.equal(claim) }),
      put({ PK: 'OUTBOX#ASIDE', SK: mail.id, ...mail, setAsideAt: stamp(now) }, 'absent'),
    ])
  },

  /** Replaces a row that stands for several mails by them, all at once. */
  async expand(mail: WaitingMail, claim: string, mails: readonly Write[]): Promise<void> {
    await table.transact([remove(outboxKeys.mail(mail.id), { claim: is.equal(claim) }), ...mails])
  },

  shards: workShards,
})
export type OutboxStore = ReturnType<typeof outboxStore>
