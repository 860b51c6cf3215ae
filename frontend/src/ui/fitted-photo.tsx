import type { ComponentProps } from 'react'
import { Box } from './layout.tsx'
import { Photo, ratioOf } from './photo.tsx'

type FittedPhotoProps = Omit<ComponentProps<typeof Photo>, 'ratio' | 'fit'> & {
  /** Width over height of the room, which is as wide as what it stands in. */
  room: number
}

/** A print as it was taken, upright or wide: whole, as large as its room allows, and without bands beside it. */
export const FittedPhoto = ({ room, ...photo }: FittedPhotoProps) => {
  const ratio = ratioOf(photo.picture)
  return (
    <Box style={{ width: `${String(Math.min(1, ratio / room) * 100)}%` }}>
      <Photo {...photo} ratio={ratio} />
    </Box>
  )
}
