import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Page, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import { Photo } from '#schema/entities/photo.ts'
import { photoKeys, sweepPlace } from './photo-writes.ts'
import { quotaKeys } from './quota-store.ts'

/** A photo in the sweep's list. `dueAt` is its place there: an orphan with another one is not the same any more. */
export type Orphan = { photo: Photo; dueAt: string; askedAgain: boolean }

const orphanOf = (item: Item): Orphan => ({
  photo: Photo.parse(item),
  dueAt: String(item.workSort),
  askedAgain: item.askedAgain === true,
})

/** Photos that still wait for their file after a day, and deleted ones whose files may go. */
export const orphanStore = (table: Table) => ({
  /** The oldest of a shard that are due, as the index knows them: read again what a decision needs. */
  async listDue(shard: WorkShard, { now, after }: { now: Date; after?: Page['next'] }) {
    const page = await table.query({
      index: 'work',
      partition: photoKeys.toSweep(shard),
      sort: { atMost: stamp(now) },
      limit: 100,
      after,
    })
    return { orphans: page.items.map(orphanOf), next: page.next }
  },

  /** The photo as it stands now, `undefined` when it left the list or has another place in it. */
  async again({ photo, dueAt }: Orphan): Promise<Orphan | undefined> {
    const item = await table.get(photoKeys.photo(photo.id))
    return item?.workSort === dueAt ? orphanOf(item) : undefined
  },

  /** Notes that the upload was announced once more, and looks again in a day. */
  async askedAgain({ photo, dueAt }: Orphan, at: Date): Promise<void> {
    await table.write(
      update(photoKeys.photo(photo.id), {
        set: { askedAgain: true, ...sweepPlace(photo.id, at) },
        when: { state: is.equal('pending'), workSort: is.equal(dueAt) },
      }),
    )
  },

  /** Deletes a photo whose file never came; it stays in the list until its files are gone. */
  async expire({ photo, dueAt }: Orphan): Promise<boolean> {
    const written = await table.write(
      update(photoKeys.photo(photo.id), {
        set: { state: 'deleted' },
        remove: ['ownerKey', 'ownerSort', 'askedAgain'],
        when: { state: is.equal('pending'), uploadKey: is.equal(photo.uploadKey), workSort: is.equal(dueAt) },
      }),
    )
    return written.ok
  },

  /** A deleted photo whose files stay: nothing looks at it again. */
  async keep({ photo, dueAt }: Orphan): Promise<void> {
    await table.write(
      update(photoKeys.photo(photo.id), { remove: ['workKey', 'workSort'], when: { workSort: is.equal(dueAt) } }),
    )
  },

  /** The files are gone: takes the photo off the list and gives its bytes back to the quota, both once. */
  async forget({ photo, dueAt }: Orphan): Promise<boolean> {
    const result = await table.transact([
      update(photoKeys.photo(photo.id), {
        set: { renditions: [], webKey: null, original: null },
        remove: ['workKey', 'workSort'],
        when: { state: is.equal('deleted'), workSort: is.equal(dueAt), isOrdered: is.equal(false) },
      }),
      update(quotaKeys.stored(photo.photographerId), { add: { bytes: -photo.bytes, photos: -1 }, when: 'present' }),
    ])
    return result.ok
  },
})
export type OrphanStore = ReturnType<typeof orphanStore>
