import { chakra } from '@chakra-ui/react'
import { Heart } from 'lucide-react'
import type { PhotoView } from '#schema/api/views.ts'
import { useHearts } from './use-favourites.ts'

/** White with a dark edge, so that it is seen on every picture; a finger finds 44 pixels. */
export const heartLook = {
  display: 'grid',
  placeItems: 'center',
  width: '11',
  height: '11',
  borderRadius: 'round',
  cursor: 'pointer',
  color: 'stage.ink',
  '& svg': { width: '6', height: '6', filter: 'drop-shadow(0 0 2px var(--ds-colors-stage))' },
  _hover: { background: 'scrim' },
  // A reader's own colours know nothing of the picture below: without a ground a black heart is lost on a dark one.
  '@media (forced-colors: active)': { background: 'Canvas' },
  '&[aria-pressed=true] svg': { fill: 'accent', color: 'accent' },
} as const
const Press = chakra('button', { base: heartLook })

type HeartPhoto = Pick<PhotoView, 'id' | 'galleryId' | 'title'>
export const heartName = ({ title }: Pick<HeartPhoto, 'title'>) => `Favourite: ${title}`

/** The heart of one photo that stands alone. */
export const HeartButton = ({ photo }: { photo: HeartPhoto }) => {
  const { hearts, toggle } = useHearts(photo.galleryId)
  return (
    <Press
      type="button"
      aria-pressed={hearts.has(photo.id)}
      aria-label={heartName(photo)}
      onClick={() => toggle(photo)}
    >
      <Heart aria-hidden />
    </Press>
  )
}
