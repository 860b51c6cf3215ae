import * as z from 'zod'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Put, Table } from '#functions/shared/table/writes.ts'
import { is, put, remove, update } from '#functions/shared/table/writes.ts'
import { epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'
import { type AddressOf, contactKeys } from './contact-keys.ts'

const Sender = z.object({ complaints: z.int().min(0), stoppedAt: Timestamp.nullable().default(null) })
export type Sender = z.infer<typeof Sender>

/** For so long the complaints of one person count once. */
const keptSeconds = 90 * 86_400

/** Complaints about the mails that a photographer had sent, and whether more of them go out. */
export const senderStore = (table: Table) => {
  const find = async (photographerId: UserId): Promise<Sender> => {
    const item = await table.get(contactKeys.sender(photographerId))
    return item ? Sender.parse(item) : { complaints: 0, stoppedAt: null }
  }
  return {
    find,

    /** Notes that somebody complained; another time, it counts no more. @returns how it stands then. */
    async complain({ photographerId, address }: AddressOf, at: Date): Promise<Sender> {
      const complaint = contactKeys.complaint({ photographerId, address })
      const sender = contactKeys.sender(photographerId)
      await table.transact([
        put({ ...complaint, ttl: epochSeconds(at) + keptSeconds, ...traceOf(photographerId, complaint) }, 'absent'),
        update(sender, { set: traceOf(photographerId, sender), add: { complaints: 1 }, when: 'always' }),
      ])
      return find(photographerId)
    },

    /** Stops their mails and tells them why, together and once. */
    async stop(photographerId: UserId, at: Date, mails: readonly Put[]): Promise<void> {
      const stopped = update(contactKeys.sender(photographerId), {
        set: { stoppedAt: stamp(at) },
        when: { stoppedAt: is.absentOr(is.equal(null)), complaints: is.present },
      })
      await table.transact([stopped, ...mails])
    },

    /** An operator has looked: mails go out again, and complaints count from none. */
    async allow(photographerId: UserId): Promise<void> {
      await table.write(remove(contactKeys.sender(photographerId), 'always'))
    },
  }
}
export type SenderStore = ReturnType<typeof senderStore>
