import { isListed } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { pageNameOf } from '#functions/profiles/page-name-rules.ts'
import type { PageNameStore } from '#functions/profiles/page-name-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'

type Parts = { profiles: ProfileStore; pageNames: PageNameStore; galleries: GalleryStore }
export type PublicProfile = Profile & { subdomain: string }

/**
 * A photographer's page: the profile, and the listed galleries. Both are read side by side once the name has said whose
 * they are; the galleries of a page that is not shown are thrown away unseen.
 * @throws AppError `photographer_not_found` unless the page exists and its owner shows it.
 */
export const publicPage = async (
  parts: Parts,
  address: string,
  now: Date,
): Promise<{ profile: PublicProfile; galleries: Gallery[] }> => {
  const { profiles, pageNames } = parts
  const name = pageNameOf(address)
  const claim = name === undefined ? undefined : await pageNames.find(name)
  if (!claim || name === undefined) throw new AppError('photographer_not_found')
  const [profile, galleries] = await Promise.all([
    profiles.find(claim.userId),
    listedGalleries(parts, claim.userId, now),
  ])
  // A name in quarantine still names its last owner, whose profile has another by now.
  const isShown =
    profile?.isPublic === true &&
    profile.pageTakedown === null &&
    profile.deletionRequestedAt === null &&
    profile.subdomain === name
  if (!isShown) throw new AppError('photographer_not_found')
  return { profile: { ...profile, subdomain: name }, galleries }
}

/** One request of the index carries some hundreds; a page of more would help nobody. */
const maxGalleries = 1_000

/**
 * A photographer's listed galleries, newest first. Where two titles give the same slug, the older gallery keeps it and
 * the newer gets a number, so that each has an address.
 */
const listedGalleries = async ({ galleries }: Parts, owner: UserId, now: Date): Promise<Gallery[]> => {
  const found: Gallery[] = []
  for await (const page of eachPage((after) => galleries.listOwn(owner, { limit: maxGalleries, after }))) {
    found.push(...page.galleries)
    if (found.length >= maxGalleries) break
  }
  return withOwnSlugs(found.filter((gallery) => isListed(gallery, now)))
}

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
