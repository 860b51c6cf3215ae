import { chakra } from '@chakra-ui/react'
import { Heart } from 'lucide-react'
import type { PhotoView } from '#schema/api/views.ts'
import { useFavourite } from './use-favourites.ts'

/** White with a dark edge, so that it is seen on every picture; a finger finds 44 pixels. */
const Press = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '11',
    height: '11',
    borderRadius: 'full',
    cursor: 'pointer',
    color: 'stage.ink',
    '& svg': { width: '6', height: '6', filter: 'drop-shadow(0 0 2px var(--ds-colors-stage))' },
    _hover: { background: 'scrim' },
    '&[aria-pressed=true] svg': { fill: 'accent', color: 'accent' },
  },
})

/** The heart of one photo. */
export const HeartButton = ({ photo }: { photo: Pick<PhotoView, 'id' | 'galleryId' | 'title'> }) => {
  const { isFavourite, toggle } = useFavourite(photo)
  return (
    <Press type="button" aria-pressed={isFavourite} aria-label={`Favourite: ${photo.title}`} onClick={toggle}>
      <Heart aria-hidden />
    </Press>
  )
}
