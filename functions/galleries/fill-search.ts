import { busy } from '#functions/shared/http/outage.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { GalleryId } from '#schema/ids.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { IndexGalleries } from './index-galleries.ts'
import { galleryIndex } from './search-document.ts'
import type { SearchIndex } from './search-index.ts'
import type { FillPlace, SearchPlaceStore } from './search-place-store.ts'

const galleriesAtOnce = 100
/** A whole pass heals whatever the stream lost; once a day it reads each listed gallery once. */
const passEveryMs = 24 * 3_600_000
/** Well within the function's ten minutes: the next start goes on. */
const workMs = 8 * 60_000

type Parts = {
  galleries: Pick<GalleryStore, 'listPublic'>
  index: Pick<SearchIndex, 'prepare' | 'open' | 'listOlder'>
  indexGalleries: IndexGalleries
  places: SearchPlaceStore
  now: Clock
}

/**
 * Fills the search index with all listed galleries, then opens it for searching, then looks once more at what was not written
 * meanwhile: galleries that left the lists while nobody listened. Breaks off after eight minutes and goes on where it stopped.
 * @returns how many galleries were looked at, and which step it is in now.
 * @throws AppError `unavailable` where the index is too busy.
 */
export const fillSearch = ({ galleries, index, indexGalleries, places, now }: Parts) => {
  const write = async (ids: readonly GalleryId[]): Promise<number> => {
    const late = await indexGalleries(ids)
    if (late.size > 0) throw busy('the search index')
    return ids.length
  }
  /** One page of work, and where it goes on. */
  const stepOn = async (place: FillPlace): Promise<{ looked: number; next: FillPlace }> => {
    if (place.step === 'fill') {
      const page = await galleries.listPublic('oldest', { after: place.after ?? undefined, limit: galleriesAtOnce })
      const looked = await write(page.galleries.map(({ id }) => id))
      if (page.next) return { looked, next: { ...place, after: scalarsOf(page.next) } }
      await index.open()
      return { looked, next: { ...place, step: 'sweep', after: null } }
    }
    const behind = place.after?.id === undefined ? undefined : String(place.after.id)
    const older = await index.listOlder({ before: place.beganAt, behind, size: galleriesAtOnce })
    const looked = await write(older)
    const last = older.at(-1)
    const isOver = older.length < galleriesAtOnce || last === undefined
    return { looked, next: isOver ? { ...place, step: 'done', after: null } : { ...place, after: { id: last } } }
  }

  return async (): Promise<{ looked: number; step: FillPlace['step'] }> => {
    const startedAt = now().getTime()
    const found = await places.find()
    const isDue = found?.index !== galleryIndex || (found.step === 'done' && startedAt - found.beganAt >= passEveryMs)
    let place: FillPlace =
      found && !isDue ? found : { index: galleryIndex, beganAt: startedAt, step: 'fill', after: null }
    if (place.step !== 'done') await index.prepare()
    let looked = 0
    while (place.step !== 'done' && now().getTime() - startedAt < workMs) {
      const done = await stepOn(place)
      looked += done.looked
      place = done.next
      await places.keep(place)
    }
    return { looked, step: place.step }
  }
}

/** An index's place is made of its keys, which are text and numbers. */
const scalarsOf = (next: Readonly<Record<string, unknown>>): NonNullable<FillPlace['after']> =>
  Object.fromEntries(
    Object.entries(next).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  )
