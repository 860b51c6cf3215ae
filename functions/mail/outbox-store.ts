import * as z from 'zod'
import { eachPage } from '#functions/shared/table/pages.ts'
import { type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import type { Item, Put, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, remove, update } from '#functions/shared/table/writes.ts'
import { afterMs, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import { MailId, UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'
import { mailContents, type TemplateName } from './mail-contents.ts'
import { type MailPlace, outboxKeys } from './outbox.ts'

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(mailContents, name)

/** A mail that waits. `claim` names the run that is sending it, until `notBefore`: then another may try. */
export const WaitingMail = z.object({
  id: MailId,
  template: z.string().refine(isTemplate),
  to: z.string(),
  data: z.unknown(),
  state: z.enum(['queued', 'sending']),
  claim: z.string().nullish(),
  /** The number of tries, the present one included: it is counted when the mail is claimed. */
  tries: z.int().min(0),
  notBefore: Timestamp,
  createdAt: Timestamp,
  /** Part of its key once a try failed (`MailPlace`). */
  againAt: Timestamp.optional(),
  /** Whose mail it is when it goes to somebody else (`NewMail`). */
  regarding: z.string().optional(),
  /** In whose name it goes to somebody who may have had enough of them (`NewMail`). */
  onBehalfOf: z.array(UserId).optional(),
})
export type WaitingMail = z.infer<typeof WaitingMail>

const SetAsideMail = WaitingMail.extend({ setAsideAt: Timestamp })
export type SetAsideMail = z.infer<typeof SetAsideMail>

/** Longer than a sender works on one: what is still claimed then belongs to one that died. */
const claimMs = 5 * 60_000
const longestWaitMs = 60 * 60_000
/** Nobody's address and message are kept for good because a mail failed. */
const asideDays = 90
/** About a day of tries; after that a person looks. */
export const maxTries = 30

const asideEnd = (now: Date): number => epochSeconds(now) + asideDays * 86_400

export const outboxStore = (table: Table) => {
  const moveBehind = async (mail: WaitingMail, { claim, dueAt }: { claim: string; dueAt: Date }): Promise<void> => {
    const { claim: _, ...kept } = mail
    const againAt = stamp(dueAt)
    const later = { ...kept, state: 'queued', notBefore: againAt, againAt }
    await table.transact([
      remove(outboxKeys.mail(mail), { claim: is.equal(claim) }),
      put({ ...outboxKeys.mail({ id: mail.id, againAt }), ...later }, 'absent'),
    ])
  }
  return {
    /** A mail that has no transaction of its own. */
    async add(mail: Put): Promise<void> {
      await table.write(mail)
    },

    /** A page of the mails of one shard that nobody tried yet, or is at this moment trying; the oldest first. */
    async list(shard: WorkShard, after?: Item) {
      const page = await table.query({
        partition: outboxKeys.shard(shard),
        consistent: true,
        // As many as DynamoDB reads at once: 1 MB.
        limit: 1_000,
        after,
      })
      return { mails: page.items.map((item) => WaitingMail.parse(item)), next: page.next }
    },

    /** A page of the mails of one shard that failed before, whose next try is due by `dueBy` if given; the longest due first. */
    async listFailed(shard: WorkShard, { dueBy, after }: { dueBy?: Date; after?: Item | undefined } = {}) {
      const page = await table.query({
        partition: outboxKeys.failed(shard),
        // The sort key goes on with the mail's id: keys of `dueBy` itself lie below the next millisecond.
        ...(dueBy && { sort: { below: stamp(afterMs(dueBy, 1)) } }),
        consistent: true,
        limit: 1_000,
        after,
      })
      return { mails: page.items.map((item) => WaitingMail.parse(item)), next: page.next }
    },

    /** Takes a mail that is due for this sender alone; `undefined` when it is not due, taken or gone. */
    async claim(place: MailPlace, claim: string, now: Date): Promise<WaitingMail | undefined> {
      const written = await table.write(
        update(outboxKeys.mail(place), {
          set: { state: 'sending', claim, notBefore: stamp(afterMs(now, claimMs)) },
          add: { tries: 1 },
          when: { notBefore: is.atMost(stamp(now)) },
        }),
      )
      return written.ok ? WaitingMail.parse(written.item) : undefined
    },

    /** It is sent; nothing of it is kept. */
    async finish(mail: WaitingMail, claim: string): Promise<void> {
      await table.write(remove(outboxKeys.mail(mail), { claim: is.equal(claim) }))
    },

    /** It was not sent: later again, after ever longer waits, and out of the way of those that nobody tried yet. */
    async release(mail: WaitingMail, claim: string, now: Date): Promise<void> {
      await moveBehind(mail, { claim, dueAt: afterMs(now, Math.min(longestWaitMs, 30_000 * 2 ** (mail.tries - 1))) })
    },

    /** It was not even tried, since too much is sent at this moment: it keeps its tries. */
    async layBack(mail: WaitingMail, claim: string, dueAt: Date): Promise<void> {
      await moveBehind({ ...mail, tries: mail.tries - 1 }, { claim, dueAt })
    },

    /** It cannot be sent: kept apart for a person, out of the way of the others. */
    async setAside(mail: WaitingMail, claim: string, now: Date): Promise<void> {
      await table.transact([
        remove(outboxKeys.mail(mail), { claim: is.equal(claim) }),
        put({ PK: outboxKeys.aside, SK: mail.id, ...mail, setAsideAt: stamp(now), ttl: asideEnd(now) }, 'absent'),
      ])
    },

    /** A page of what lies aside. */
    async listAside(after?: Item) {
      const page = await table.query({ partition: outboxKeys.aside, consistent: true, limit: 1_000, after })
      return { mails: page.items.map((item) => SetAsideMail.parse(item)), next: page.next }
    },

    /** Has a mail that lay aside sent as if nobody had tried. @returns whether this call did: it may be done, or forgotten, by now. */
    async bringBack(aside: SetAsideMail, now: Date): Promise<boolean> {
      const { claim: _, againAt: __, setAsideAt: ___, ...mail } = aside
      const { ok } = await table.transact([
        remove({ PK: outboxKeys.aside, SK: mail.id }, 'present'),
        put({ ...outboxKeys.mail(mail), ...mail, state: 'queued', tries: 0, notBefore: stamp(now) }, 'absent'),
      ])
      return ok
    },

    /** Removes what lies aside of a photographer's mails to whom this is true of. The others go, or are dropped, when they are due. */
    async forgetAside(photographerId: UserId, isTo: (email: string) => boolean): Promise<void> {
      const read = (after: Item | undefined) =>
        table.query({ partition: outboxKeys.aside, consistent: true, limit: 1_000, after })
      for await (const { items } of eachPage(read)) {
        for (const item of items) {
          const mail = WaitingMail.parse(item)
          const isTheirs = mail.regarding === photographerId || mail.onBehalfOf?.includes(photographerId) === true
          if (isTheirs && isTo(mail.to)) await table.write(remove({ PK: outboxKeys.aside, SK: mail.id }, 'always'))
        }
      }
    },

    /** Replaces a row that stands for several mails by them, all at once. */
    async expand(mail: WaitingMail, claim: string, mails: readonly Write[]): Promise<void> {
      await table.transact([remove(outboxKeys.mail(mail), { claim: is.equal(claim) }), ...mails])
    },

    shards: workShards,
  }
}
export type OutboxStore = ReturnType<typeof outboxStore>
