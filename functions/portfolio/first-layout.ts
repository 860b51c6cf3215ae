import { isListed, isPublished } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { ListedPage } from './portfolio-rules.ts'

type Reading = { owner: UserId; now: Date }
/** How many galleries the first release looked at. */
const maxGalleries = 1_000

/**
 * A photographer's galleries as the first release showed them: the newest thousand, of which those that are listed get
 * their addresses from each other. Until `npm run ops -- migrate` has given each its own.
 */
export const firstLayoutGalleries = async (
  { galleries }: { galleries: Pick<GalleryStore, 'listOwn'> },
  { owner, now }: Reading,
): Promise<Gallery[]> => {
  const found: Gallery[] = []
  for await (const page of eachPage((after) => galleries.listOwn(owner, { limit: maxGalleries, after }))) {
    found.push(...page.galleries)
    if (found.length >= maxGalleries) break
  }
  return withOwnSlugs(found.filter((gallery) => isPublished(gallery, now)))
}

/** A page of them, cut as the pages of the others are. */
export const firstLayoutPage = async (
  parts: Parameters<typeof firstLayoutGalleries>[0],
  { before, ...reading }: Reading & { before: GalleryId | undefined },
): Promise<ListedPage> => {
  const all = (await firstLayoutGalleries(parts, reading))
    .filter((gallery) => isListed(gallery, reading.now))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const behind = before === undefined ? all : all.filter(({ id }) => id < before)
  const galleries = behind.slice(0, limits.gallery.portfolioPerPage)
  return { galleries, nextBefore: behind.length > galleries.length ? galleries.at(-1)?.id : undefined }
}

/** Where two titles give the same slug, the older gallery keeps it and the newer gets a number. */
const withOwnSlugs = (newestFirst: readonly Gallery[]): Gallery[] => {
  const taken = new Set<string>()
  const freeSlug = (slug: string): string => {
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? slug : `${slug}-${number}`
      if (!taken.has(candidate)) return candidate
    }
  }
  return newestFirst
    .toReversed()
    .map((gallery) => {
      const slug = freeSlug(gallery.slug)
      taken.add(slug)
      return { ...gallery, slug }
    })
    .toReversed()
}
