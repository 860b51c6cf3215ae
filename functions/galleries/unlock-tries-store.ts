import { createHash } from 'node:crypto'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import type { GalleryId } from '#schema/ids.ts'

/** How long a wrong try counts against the address it came from. */
const memorySeconds = 3_600

export const unlockKeys = {
  /** The address is kept as a hash only. */
  tries: (galleryId: GalleryId, address: string): Key => ({
    PK: `UNLOCK#${galleryId}`,
    SK: createHash('sha256').update(address).digest('base64url'),
  }),
}

/** Wrong tries of one address at one gallery within the last hour; `lastAt` in epoch seconds, 0 for never. */
export type WrongTries = { count: number; lastAt: number }

export const unlockTriesStore = (table: Table) => ({
  async of(galleryId: GalleryId, address: string, now: Date): Promise<WrongTries> {
    const item = await table.get(unlockKeys.tries(galleryId, address))
    const ttl = Number(item?.ttl ?? 0)
    return ttl > epochSeconds(now)
      ? { count: Number(item?.wrong ?? 0), lastAt: ttl - memorySeconds }
      : { count: 0, lastAt: 0 }
  },

  async addWrong(galleryId: GalleryId, address: string, now: Date): Promise<void> {
    const key = unlockKeys.tries(galleryId, address)
    const seconds = epochSeconds(now)
    const ttl = seconds + memorySeconds
    const counted = await table.write(
      update(key, { add: { wrong: 1 }, set: { ttl }, when: { ttl: is.above(seconds) } }),
    )
    // What was tried long ago is forgotten.
    if (!counted.ok) await table.write(update(key, { set: { wrong: 1, ttl }, when: 'always' }))
  },
})
export type UnlockTriesStore = ReturnType<typeof unlockTriesStore>
