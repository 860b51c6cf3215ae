import { Heart } from 'lucide-react'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import { paths } from '#schema/paths.ts'
import { useFavouritesLists } from './queries.ts'

/** To what visitors sent, with how many of the newest lists nobody has opened. */
export const FavouritesListsLink = () => {
  const [first] = useFavouritesLists().data?.pages ?? []
  const count = first?.items.filter(({ isRead }) => !isRead).length ?? 0
  return (
    <ButtonLink to={paths.favouritesLists()} variant="quiet" size="sm">
      <Heart aria-hidden />
      Favourites Lists
      {count > 0 && <Badge tone="accent">{count} new</Badge>}
    </ButtonLink>
  )
}
