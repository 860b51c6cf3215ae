import type * as z from 'zod'
import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Key, Put } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { MailId, UserId } from '#schema/ids.ts'
import { mailContents, type TemplateName } from './mail-contents.ts'

/** Where a mail lies: among those that nobody tried yet, or, by the time of its next try, among those that failed. */
export type MailPlace = { readonly id: MailId; readonly againAt?: string | undefined }

export const outboxKeys = {
  mail: ({ id, againAt }: MailPlace): Key =>
    againAt === undefined
      ? { PK: outboxKeys.shard(shardOf(id)), SK: id }
      : { PK: outboxKeys.failed(shardOf(id)), SK: `${againAt}#${id}` },
  shard: (shard: WorkShard) => `OUTBOX#${shard}`,
  failed: (shard: WorkShard) => `OUTBOX#AGAIN#${shard}`,
  /** What could not be sent, until a person looks. */
  aside: 'OUTBOX#ASIDE',
}

export type TemplateData<N extends TemplateName> = z.input<(typeof mailContents)[N]>
export type NewMail<N extends TemplateName> = {
  id: MailId
  template: N
  to: string
  data: TemplateData<N>
  at: Date
  /** Whose mail it is when it goes to somebody else: it goes with their account. */
  regarding?: UserId
  /**
   * The photographers in whose name it goes to somebody who may have had enough of them: it carries a link for that, and
   * is not sent where that was used.
   */
  onBehalfOf?: readonly UserId[]
}

/**
 * An email to be sent, as part of the transaction that is its reason: it goes out if and only if that was written, and
 * once. A job hands what lies here to its senders every minute.
 */
export const outboxPut = <N extends TemplateName>({
  id,
  template,
  to,
  data,
  at,
  regarding,
  onBehalfOf,
}: NewMail<N>): Put =>
  put(
    {
      ...outboxKeys.mail({ id }),
      id,
      template,
      to,
      data: mailContents[template].parse(data),
      state: 'queued',
      tries: 0,
      notBefore: stamp(at),
      createdAt: stamp(at),
      ...(regarding !== undefined && { regarding }),
      ...(onBehalfOf !== undefined && { onBehalfOf }),
    },
    'absent',
  )
