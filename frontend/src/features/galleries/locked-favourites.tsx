import { LockKeyhole } from 'lucide-react'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import type { GalleryPage } from '#schema/api/galleries.ts'
import { paths } from '#schema/paths.ts'

type Needs = Extract<GalleryPage, { state: 'locked' }>['needs']

/** How whoever has the link to somebody's favourites opens their gallery. */
const openedWith = (needs: Needs): string => {
  if (needs.length === 0) return 'Only its photographer can see it for now.'
  const asked = [
    ...(needs.includes('access_code') ? ['its code'] : []),
    ...(needs.includes('password') ? ['its password'] : []),
    ...(needs.includes('email') ? ['your email address'] : []),
  ]
  return `Open it with ${new Intl.ListFormat('en-GB').format(asked)}, and then this link once more.`
}

type LockedFavouritesProps = { galleryId: string; needs: Needs; isShared: boolean }
/** Favourites of a gallery that has to be opened first. */
export const LockedFavourites = ({ galleryId, needs, isShared }: LockedFavouritesProps) => (
  <Page title={isShared ? 'Shared favourites' : 'My favourites'}>
    <EmptyState
      title="This gallery is locked"
      icon={<LockKeyhole size={40} />}
      action={<ButtonLink to={paths.gallery({ galleryId })}>Open the gallery</ButtonLink>}
    >
      {isShared ? openedWith(needs) : 'Your favourites are kept. Open the gallery again to see them.'}
    </EmptyState>
  </Page>
)
