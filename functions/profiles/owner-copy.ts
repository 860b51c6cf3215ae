import type { Assert } from '#functions/shared/table/writes.ts'
import { assert, is } from '#functions/shared/table/writes.ts'
import type { Gallery, OwnerState } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { profileKeys } from './profile-store.ts'

/** What a gallery repeats of its photographer, so that a list of galleries is one query. */
export type OwnerCopy = Pick<Gallery, 'photographerName' | 'photographerSubdomain' | 'ownerState' | 'brand'>
type Shown = Pick<Profile, 'displayName' | 'subdomain' | 'isPublic' | 'pageTakedown' | 'deletionRequestedAt' | 'brand'>

const isShown = ({ isPublic, pageTakedown }: Pick<Shown, 'isPublic' | 'pageTakedown'>) =>
  isPublic && pageTakedown === null

const stateOf = ({ deletionRequestedAt, ...page }: Shown): OwnerState => {
  if (deletionRequestedAt !== null) return 'closed'
  return isShown(page) ? 'public' : 'hidden'
}

export const ownerCopyOf = (profile: Shown): OwnerCopy => ({
  photographerName: profile.displayName,
  photographerSubdomain: isShown(profile) ? profile.subdomain : null,
  ownerState: stateOf(profile),
  brand: profile.brand,
})

export const sameCopy = (a: OwnerCopy, b: OwnerCopy): boolean =>
  a.photographerName === b.photographerName &&
  a.photographerSubdomain === b.photographerSubdomain &&
  a.ownerState === b.ownerState &&
  a.brand?.accent === b.brand?.accent &&
  a.brand?.ground === b.brand?.ground &&
  a.brand?.typePair === b.brand?.typePair &&
  a.brand?.logo?.name === b.brand?.logo?.name

/**
 * Part of a transaction that writes the copy: the profile is still what was copied. Without it a gallery saved while its
 * owner hides could stay in the lists.
 */
export const profileUnchanged = (profile: Shown & Pick<Profile, 'userId'>): Assert =>
  assert(profileKeys.profile(profile.userId), {
    displayName: is.equal(profile.displayName),
    subdomain: is.equal(profile.subdomain),
    isPublic: is.equal(profile.isPublic),
    deletionRequestedAt: is.equal(profile.deletionRequestedAt),
    ...(profile.brand === null
      ? { brand: is.absentOr(is.equal(null)) }
      : {
          'brand.accent': is.equal(profile.brand.accent),
          'brand.ground': is.equal(profile.brand.ground),
          // Brands from before there was a choice say nothing of it.
          'brand.typePair':
            profile.brand.typePair === 'house' ? is.absentOr(is.equal('house')) : is.equal(profile.brand.typePair),
          ...(profile.brand.logo === null
            ? { 'brand.logo': is.absentOr(is.equal(null)) }
            : { 'brand.logo.name': is.equal(profile.brand.logo.name) }),
        }),
    // Profiles from before pages could be taken down say nothing of it.
    ...(profile.pageTakedown === null
      ? { pageTakedown: is.absentOr(is.equal(null)) }
      : { 'pageTakedown.at': is.equal(profile.pageTakedown.at) }),
  })
