import * as z from 'zod'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Put, Table } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { GalleryId, type UserId } from '#schema/ids.ts'
import { galleryKeys } from './gallery-keys.ts'

const SlugClaim = z.object({ galleryId: GalleryId })

type Named = Pick<Gallery, 'id' | 'photographerId' | 'slug'>

/**
 * A gallery takes its slug, for good: other galleries of its photographer are refused it even when this one has another
 * title, or is gone. Taking it again changes nothing.
 */
export const slugClaim = ({ id, photographerId, slug }: Named): Put => {
  const key = galleryKeys.slug(photographerId, slug)
  const claim = { ...key, photographerId, galleryId: id, ...traceOf(photographerId, key) }
  return put(claim, { galleryId: is.absentOr(is.equal(id)) })
}

/** Numbers that are tried for galleries of one title. */
const numbers = 30

/** Slugs of a photographer's galleries: `/{name}/{slug}` is one read, and leads to one gallery for ever. */
export const slugStore = (table: Table) => ({
  /** The gallery that has, or had, this slug; it may be gone or shown to nobody. */
  async findBySlug(owner: UserId, slug: string): Promise<GalleryId | undefined> {
    const item = await table.get(galleryKeys.slug(owner, slug))
    return item && SlugClaim.parse(item).galleryId
  },

  /**
   * The slug, or the first of "slug-2", "slug-3", … that no other gallery took. Where even those are taken, the end of
   * the gallery's id follows.
   */
  async freeSlug({ id, photographerId, slug }: Named, { isLastTry = false } = {}): Promise<string> {
    const withId = `${slug}-${id.slice(-12).toLowerCase()}`
    if (isLastTry) return withId
    const wanted = [slug, ...Array.from({ length: numbers - 1 }, (_, index) => `${slug}-${index + 2}`)]
    const items = await table.getMany(wanted.map((each) => galleryKeys.slug(photographerId, each)))
    const taken = new Set(items.filter(({ galleryId }) => galleryId !== id).map(({ PK }) => PK))
    const free = wanted.find((each) => !taken.has(galleryKeys.slug(photographerId, each).PK))
    return free ?? withId
  },
})
