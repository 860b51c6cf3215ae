import type { GalleryId, UserId } from '#schema/ids.ts'

/**
 * The tags by which CloudFront's copies are invalidated (decision 69): everything that shows a gallery, everything that
 * shows its photographer, and the gallery's pictures, which an edit leaves where they are.
 */
export const edgeTags = {
  gallery: (id: GalleryId): string => `gallery:${id}`,
  owner: (id: UserId): string => `owner:${id}`,
  pictures: (id: GalleryId): string => `pictures:${id}`,
}

/** CloudFront reads so many of one answer, and passes over the rest (…/DeveloperGuide/invalidation-specifying-tags.html). */
const maxTags = 50

/** How an answer may be kept: what calls it back, and until when it is true at most. */
export type Keeping = { readonly tags: readonly string[]; readonly until?: string | null }

const keepings = new WeakMap<object, Keeping>()

/** Says of an answer how the edge may keep it; one that nothing is said of is not kept. */
export const kept = <T extends object>(answer: T, keeping: Keeping): T => {
  keepings.set(answer, keeping)
  return answer
}

export const keepingOf = (answer: unknown): Keeping | undefined =>
  typeof answer === 'object' && answer !== null ? keepings.get(answer) : undefined

/** The same for what is made of several answers: kept only where each of them is. */
export const keptTogether = (all: readonly (Keeping | undefined)[]): Keeping | undefined => {
  const known = all.filter((each) => each !== undefined)
  if (known.length < all.length) return undefined
  const [until = null] = known.flatMap((each) => each.until ?? []).toSorted()
  return { tags: known.flatMap(({ tags }) => tags), until }
}

/** What shows galleries: their own tags, and their photographers'. The first of them are those that must not be left out. */
export const galleryTags = (galleries: readonly { id: GalleryId; photographerId: UserId }[]): string[] => [
  ...galleries.map(({ id }) => edgeTags.gallery(id)),
  ...galleries.map(({ photographerId }) => edgeTags.owner(photographerId)),
]

export const tagHeaderOf = ({ tags }: Keeping): string => [...new Set(tags)].slice(0, maxTags).join(',')
