import { type CSSProperties, memo, useEffect, useMemo, useState } from 'react'
import { takeTurn } from '#frontend/ui/frame-turns.ts'
import { meanColourOf, shapeOf } from '#frontend/ui/photo.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { limits } from '#schema/limits.ts'
import { lookedAtPage, useLookedAtPage } from './looked-at-page.ts'
import type { Wall } from './wall-layout.ts'

/** One element paints so many photos. */
const inOne = limits.gallery.photosPerPage
/** So many of them before and behind the one that is looked at: farther than a thumb comes in a few frames. */
const painted = { before: 3, behind: 5 } as const

type Place = Wall['places'][number]
type PageProps = { photos: readonly PhotoView[]; places: readonly Place[] }

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((each, index) => each === other[index])

/**
 * Layers of one background: a browser paints them without laying anything out. Each is a pixel smaller than its print,
 * so that nothing of it looks out beside the picture. Property by property: as `background` they take twice as long to
 * be read.
 * @param top Where that background begins.
 */
export const backgroundOf = ({ photos, places }: PageProps, top: number): CSSProperties => {
  const layers = photos.flatMap(({ picture }, index) => {
    const place = places[index]
    const colour = meanColourOf(picture?.thumbhash ?? '')
    if (!place || colour === '') return []
    return {
      image: `linear-gradient(${colour} 0 0)`,
      position: `${place.left + 1}px ${place.top - top + 1}px`,
      size: `${place.width - 2}px ${place.width / shapeOf(picture) - 2}px`,
    }
  })
  return {
    backgroundImage: layers.map(({ image }) => image).join(', '),
    backgroundPosition: layers.map(({ position }) => position).join(', '),
    backgroundSize: layers.map(({ size }) => size).join(', '),
    backgroundRepeat: 'no-repeat',
  }
}

const PageColours = memo(
  (page: PageProps) => {
    const top = page.places[0]?.top ?? 0
    const height = Math.max(...page.places.map((place) => place.top + place.height)) - top
    return <div style={{ position: 'absolute', top, height, insetInline: 0, ...backgroundOf(page, top) }} />
  },
  (before, after) => isSameList(before.photos, after.photos) && isSameList(before.places, after.places),
)

/**
 * Around which photos a wall is painted. By their number in the list: the pages that are asked for hold fewer where a
 * search finds little.
 */
export const paintedMiddle = () => {
  const part = lookedAtPage(1)
  return { part, look: (index: number) => part.set(Math.floor(index / inOne) + 1) }
}

type Painted = { photos: readonly PhotoView[]; wall: Wall }

/** More behind the same photos are painted in a turn of their own: with their page, a slow phone would be late. */
const usePainted = (given: Painted): Painted => {
  const { photos, wall } = given
  const [painted, setPainted] = useState(given)
  const isOther = painted.photos[0] !== photos[0] || painted.wall.places[0] !== wall.places[0]
  if (isOther) setPainted(given)
  useEffect(() => {
    if (painted.photos === photos && painted.wall === wall) return undefined
    return takeTurn(() => setPainted({ photos, wall }))
  }, [painted, photos, wall])
  return isOther ? given : painted
}

type WallColoursProps = Painted & { middle: ReturnType<typeof paintedMiddle> }

/**
 * What a thumb that scrolls faster than a slow phone can draw photos passes over: where each photo stands, in its mean
 * colour. The photos lie above it.
 */
export const WallColours = ({ middle, ...given }: WallColoursProps) => {
  const { photos, wall } = usePainted(given)
  const part = useLookedAtPage(middle.part)
  return useMemo(() => {
    const last = Math.ceil(wall.places.length / inOne)
    const first = Math.max(1, Math.min(part, last) - painted.before)
    return Array.from({ length: Math.max(0, Math.min(last, part + painted.behind) - first + 1) }, (_, index) => {
      const from = (first + index - 1) * inOne
      return (
        <PageColours
          key={from}
          photos={photos.slice(from, from + inOne)}
          places={wall.places.slice(from, from + inOne)}
        />
      )
    })
  }, [photos, wall, part])
}
