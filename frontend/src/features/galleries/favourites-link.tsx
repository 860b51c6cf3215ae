import { Heart } from 'lucide-react'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { paths } from '#schema/paths.ts'
import { useFavouriteCount } from './use-favourites.ts'

/** To this visitor's favourites of a gallery; there before the first heart, so that nothing moves with it. */
export const FavouritesLink = ({ galleryId }: { galleryId: string }) => {
  const count = useFavouriteCount(galleryId)
  return (
    <ButtonLink to={paths.favourites({ galleryId })} variant="quiet" paddingInline="3" marginInlineStart="-3">
      <Heart aria-hidden />
      My favourites{count > 0 && ` (${String(count)})`}
    </ButtonLink>
  )
}
