import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Key, Put, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import type { IdempotencyKey, UserId } from '#schema/ids.ts'

/** Nobody waits longer for an answer before a mail is meant to be sent anew. */
const keptSeconds = 2 * 86_400

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

const invitationKeys = {
  /** An attempt of a photographer to send a gallery to a client; it goes by itself two days later. */
  sent: ({ owner, key }: Pick<Attempt, 'owner' | 'key'>): Key => ({
    PK: `INVITED#${sha256(`${owner} ${key}`)}`,
    SK: 'INVITED',
  }),
}

export type Attempt = {
  owner: UserId
  key: IdempotencyKey
  /** What was to be sent where. It names the client, so it is kept as a hash, with the key that nobody guesses. */
  content: string
}
const Note = z.object({ content: z.string() })
const contentOf = ({ key, content }: Attempt): string => sha256(`${key} ${content}`)

/** Notes that an attempt was made; part of the transaction that puts the mail. */
export const invitationPut = (attempt: Attempt, at: Date): Put => {
  const ttl = epochSeconds(at) + keptSeconds
  return put({ ...invitationKeys.sent(attempt), content: contentOf(attempt), ttl }, 'absent')
}

/** Which galleries were sent by which attempt: a mail's own row goes when it is sent, so it cannot tell. */
export const invitationStore = (table: Pick<Table, 'get'>) => ({
  /** @returns `other` where the attempt's key came with something else. */
  async find(attempt: Attempt): Promise<'sent' | 'other' | undefined> {
    const item = await table.get(invitationKeys.sent(attempt))
    if (!item) return undefined
    return Note.parse(item).content === contentOf(attempt) ? 'sent' : 'other'
  },
})
export type InvitationStore = ReturnType<typeof invitationStore>
