import type { Log } from '#functions/shared/log/logger.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { GalleryId } from '#schema/ids.ts'
import { isListed } from './gallery-access.ts'
import type { GalleryCardStore } from './gallery-card-store.ts'
import { documentOf } from './search-document.ts'
import type { IndexChange, SearchIndex } from './search-index.ts'

/** As many as one batch read takes. */
const galleriesAtOnce = 100

type Parts = {
  galleries: GalleryCardStore
  index: Pick<SearchIndex, 'write'>
  log: Log
  now: Clock
}

/**
 * Brings the search index in line with galleries as they stand now: listed ones are in it, others are not. What a message
 * about a gallery says of it is not looked at, so messages may be late, repeated or in any order; of two writers at the same
 * time the one that read later wins.
 * @returns those that the index could not take for now.
 * @throws where it answers nothing at all.
 */
export const indexGalleries =
  ({ galleries, index, log, now }: Parts) =>
  async (ids: readonly GalleryId[]): Promise<ReadonlySet<GalleryId>> => {
    const once = [...new Set(ids)]
    const late = new Set<GalleryId>()
    for (let start = 0; start < once.length; start += galleriesAtOnce) {
      const some = once.slice(start, start + galleriesAtOnce)
      // Before the reading: whatever is written after it has a later message, which is then newer.
      const readAt = now()
      const found = new Map((await galleries.getMany(some)).map((gallery) => [gallery.id, gallery]))
      const changes = some.map((id): IndexChange => {
        const gallery = found.get(id)
        return gallery && isListed(gallery, readAt)
          ? { kind: 'keep', document: documentOf(gallery, readAt) }
          : { kind: 'remove', id, writtenAt: readAt.getTime() }
      })
      for (const [place, outcome] of (await index.write(changes)).entries()) {
        const id = some[place]
        if (outcome === 'done' || id === undefined) continue
        // A document of ours that the mapping refuses would be refused for ever, and hold up all behind it.
        if (outcome === 'refused') log.error(urgent.searchRefused, { galleryId: id })
        else late.add(id)
      }
    }
    return late
  }
export type IndexGalleries = ReturnType<typeof indexGalleries>
