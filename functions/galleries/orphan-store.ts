import type { WorkShard } from '#functions/shared/table/shards.ts'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Item, Page, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import { Photo } from '#schema/entities/photo.ts'
import type { PhotoId, UserId } from '#schema/ids.ts'
import { photoKeys, sweepPlace } from './photo-writes.ts'
import { quotaGivenBack } from './quota-store.ts'

/** A photo in the sweep's list. `dueAt` is its place there: an orphan with another one is not the same any more. */
export type Orphan = { photo: Photo; dueAt: string; askedAgain: boolean }

/** Where a photo stands in the list, as the index knows it. */
export type OrphanRef = { photoId: PhotoId; photographerId: UserId; dueAt: string }

const orphanOf = (item: Item): Orphan => ({
  photo: Photo.parse(item),
  dueAt: String(item.workSort),
  askedAgain: item.askedAgain === true,
})

const refOf = (item: Item): OrphanRef => {
  const { photo, dueAt } = orphanOf(item)
  return { photoId: photo.id, photographerId: photo.photographerId, dueAt }
}

/** Photos that still wait for their file after a day, and deleted ones whose files may go. */
export const orphanStore = (table: Table) => ({
  /** The oldest of a shard that are due, as the index knows them: what a decision needs is read again. */
  async listDue(shard: WorkShard, { now, after }: { now: Date; after?: Page['next'] }) {
    const page = await table.query({
      index: 'work',
      partition: photoKeys.toSweep(shard),
      sort: { atMost: stamp(now) },
      limit: 1_000,
      after,
    })
    return { refs: page.items.map(refOf), next: page.next }
  },

  /** Of these photos those that still have the same place in the list, as they stand now. */
  async again(refs: readonly Pick<OrphanRef, 'photoId' | 'dueAt'>[]): Promise<Orphan[]> {
    const places = new Map(refs.map(({ photoId, dueAt }) => [photoId, dueAt]))
    const items = await table.getMany([...places.keys()].map(photoKeys.photo))
    return items.map(orphanOf).filter(({ photo, dueAt }) => places.get(photo.id) === dueAt)
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
        set: { state: 'deleted', ...traceOf(photo.photographerId, photoKeys.photo(photo.id)) },
        remove: ['askedAgain'],
        when: { state: is.equal('pending'), uploadKey: is.equal(photo.uploadKey), workSort: is.equal(dueAt) },
      }),
    )
    return written.ok
  },

  /** A deleted photo that an order may still be paid for: it is looked at again when that is over. */
  async wait({ photo, dueAt }: Orphan, until: string): Promise<void> {
    await table.write(
      update(photoKeys.photo(photo.id), { set: { workSort: until }, when: { workSort: is.equal(dueAt) } }),
    )
  },

  /** A deleted photo whose files stay: nothing looks at it again. */
  async keep({ photo, dueAt }: Orphan): Promise<void> {
    await table.write(
      update(photoKeys.photo(photo.id), { remove: ['workKey', 'workSort'], when: { workSort: is.equal(dueAt) } }),
    )
  },

  /**
   * The files of these photos of one photographer are gone, all that were sent for them: takes them off the list and gives their bytes back to the quota,
   * all or none, once.
   */
  async forget(userId: UserId, orphans: readonly Orphan[]): Promise<boolean> {
    const filesOf = ({ photo }: Orphan) => 1 + photo.uploadsAgain
    const photos = orphans.reduce((sum, orphan) => sum + filesOf(orphan), 0)
    const bytes = orphans.reduce((sum, orphan) => sum + filesOf(orphan) * orphan.photo.bytes, 0)
    const result = await table.transact([
      ...orphans.map(({ photo, dueAt }) =>
        update(photoKeys.photo(photo.id), {
          set: { renditions: [], webKey: null, original: null },
          remove: ['workKey', 'workSort'],
          when: {
            state: is.equal('deleted'),
            workSort: is.equal(dueAt),
            isOrdered: is.equal(false),
            heldUntil: photo.heldUntil === null ? is.absentOr(is.equal(null)) : is.equal(photo.heldUntil),
          },
        }),
      ),
      quotaGivenBack(userId, { bytes, photos }),
    ])
    return result.ok
  },
})
export type OrphanStore = ReturnType<typeof orphanStore>
