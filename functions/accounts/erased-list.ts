import type { Storage } from '#functions/shared/storage/storage.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { UserId } from '#schema/ids.ts'
import { Erased } from './erased-store.ts'

/** What a copy of the table from before does not know: that somebody asked, and when the erasure began. */
const Noted = Erased.pick({ requestedAt: true, begunAt: true })
type Noted = { requestedAt: string; begunAt: string }

const place = 'erased/'
const keyOf = (userId: UserId): string => `${place}${userId}.json`
const userIdOf = (key: string): UserId | undefined =>
  UserId.safeParse(key.slice(place.length).replace(/\.json$/, '')).data

/**
 * Who was erased, outside the table: one object each, beside the originals, where no deployed function may write or delete
 * and which is versioned and outlives its stack. It names nobody but by the id of an account that is gone.
 */
export const erasedList = (storage: Pick<Storage, 'put' | 'read' | 'list'>) => ({
  /** Writing it again changes nothing. */
  async note(userId: UserId, noted: Noted): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(Noted.parse(noted)))
    await storage.put('originals', { key: keyOf(userId), bytes, contentType: 'application/json' })
  },

  async find(userId: UserId): Promise<Noted | undefined> {
    const text = await storage.read('originals', { key: keyOf(userId) })
    return text && Noted.parse(JSON.parse(text.toString('utf8')))
  },

  /** All of them, a page of up to a thousand at a time. */
  async *all(): AsyncGenerator<UserId> {
    const read = async (after?: string) => {
      const keys = await storage.list('originals', place, after)
      return { keys, next: keys.at(-1) }
    }
    for await (const { keys } of eachPage(read)) yield* keys.map(userIdOf).filter((id) => id !== undefined)
  },
})
export type ErasedList = ReturnType<typeof erasedList>
