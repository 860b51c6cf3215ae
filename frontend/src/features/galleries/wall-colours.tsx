import { memo } from 'react'
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
 * so that nothing of it looks out beside the picture.
 * @param top Where that background begins.
 */
export const layersOf = ({ photos, places }: PageProps, top: number) =>
  photos.flatMap(({ picture }, index) => {
    const place = places[index]
    const colour = meanColourOf(picture?.thumbhash ?? '')
    if (!place || colour === '') return []
    const at = `${place.left + 1}px ${place.top - top + 1}px`
    return [
      `linear-gradient(${colour} 0 0) ${at} / ${place.width - 2}px ${place.width / shapeOf(picture) - 2}px no-repeat`,
    ]
  })

const PageColours = memo(
  (page: PageProps) => {
    const top = page.places[0]?.top ?? 0
    const height = Math.max(...page.places.map((place) => place.top + place.height)) - top
    return (
      <div style={{ position: 'absolute', top, height, insetInline: 0, background: layersOf(page, top).join(', ') }} />
    )
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

type WallColoursProps = { photos: readonly PhotoView[]; wall: Wall; middle: ReturnType<typeof paintedMiddle> }

/**
 * What a thumb that scrolls faster than a slow phone can draw photos passes over: where each photo stands, in its mean
 * colour. The photos lie above it.
 */
export const WallColours = ({ photos, wall, middle }: WallColoursProps) => {
  const part = useLookedAtPage(middle.part)
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
}
