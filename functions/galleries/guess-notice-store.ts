import type { Key, Put, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { dayOf, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import type { GalleryId } from '#schema/ids.ts'

const keptSeconds = 2 * 86_400

export const guessNoticeKeys = {
  /** The notice of one UTC day; it goes by itself two days later. */
  told: (id: GalleryId, day: string): Key => ({ PK: `GUESSED#${id}`, SK: day }),
}

/** Which galleries' photographers were told today that somebody guesses. */
export const guessNoticeStore = (table: Table) => ({
  async wasTold(id: GalleryId, at: Date): Promise<boolean> {
    return (await table.get(guessNoticeKeys.told(id, dayOf(stamp(at))))) !== undefined
  },

  /** Note and mail together, once a day: whoever comes at the same moment finds the note. */
  async tell(id: GalleryId, mail: Put, at: Date): Promise<void> {
    const note = put({ ...guessNoticeKeys.told(id, dayOf(stamp(at))), ttl: epochSeconds(at) + keptSeconds }, 'absent')
    await table.transact([note, mail])
  },
})
export type GuessNoticeStore = ReturnType<typeof guessNoticeStore>
