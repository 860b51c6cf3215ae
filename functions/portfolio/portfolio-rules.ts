import { isListed } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { pageNameOf } from '#functions/profiles/page-name-rules.ts'
import type { PageNameStore } from '#functions/profiles/page-name-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { fillPage } from '#functions/shared/table/fill-page.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import { GalleryId, type UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

type Parts = { profiles: ProfileStore; pageNames: PageNameStore; galleries: GalleryStore }
export type PublicProfile = Profile & { subdomain: string }

/**
 * The profile behind a photographer's page, and what is read beside it once the name has said whose it is; of a page that
 * is not shown, that is thrown away unseen.
 * @throws AppError `photographer_not_found` unless the page exists and its owner shows it.
 */
export const publicPage = async <T>(
  { profiles, pageNames }: Pick<Parts, 'profiles' | 'pageNames'>,
  address: string,
  readBeside: (owner: UserId) => Promise<T>,
): Promise<{ profile: PublicProfile; beside: T }> => {
  const name = pageNameOf(address)
  const claim = name === undefined ? undefined : await pageNames.find(name)
  if (!claim || name === undefined) throw new AppError('photographer_not_found')
  const [profile, beside] = await Promise.all([profiles.find(claim.userId), readBeside(claim.userId)])
  // A name in quarantine still names its last owner, whose profile has another by now.
  const isShown =
    profile?.isPublic === true &&
    profile.pageTakedown === null &&
    profile.deletionRequestedAt === null &&
    profile.subdomain === name
  if (!isShown) throw new AppError('photographer_not_found')
  return { profile: { ...profile, subdomain: name }, beside }
}

export type ListedPage = { galleries: Gallery[]; nextBefore: GalleryId | undefined }
type Place = { owner: UserId; before: GalleryId | undefined; now: Date }

/** A page of a photographer's listed galleries, newest first. */
export const listedPage = async (
  { galleries }: Pick<Parts, 'galleries'>,
  { owner, before, now }: Place,
): Promise<ListedPage> => {
  const { entries, next } = await fillPage<Gallery>({
    limit: limits.gallery.portfolioPerPage,
    after: before && { sellerSort: before },
    read: async ({ after, limit }) => {
      const place = after === undefined ? undefined : String(after.sellerSort)
      const page = await galleries.listListed(owner, { before: place, limit })
      return { entries: page.galleries, next: page.next }
    },
    // One that has expired leaves the list a moment later.
    keep: (gallery) => isListed(gallery, now),
    placeOf: (gallery) => ({ sellerSort: gallery.id }),
  })
  return { galleries: entries, nextBefore: next && GalleryId.parse(next.sellerSort) }
}
