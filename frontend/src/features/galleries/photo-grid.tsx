import { chakra } from '@chakra-ui/react'
import {
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { photoInRow, rowsOfPhotos, rowsVariants, shareOfRow } from '#frontend/ui/justified-grid.tsx'
import { shapeOf } from '#frontend/ui/photo.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { PhotoView } from '#schema/api/views.ts'
import type { GalleryLook } from '#schema/entities/gallery-look.ts'
import { between, layOut, lookedAt, rulesFor, type Wall } from './wall-layout.ts'

/**
 * Before the width is known the style sheet lays photos out; afterwards each is placed. It is one list with the same
 * items both times: of other elements, a press that began on one would end on another, and be lost.
 * Rows look the same both times; the others stand below a cover, where nobody sees them settle.
 */
const List = chakra('ul', {
  base: { listStyle: 'none' },
  variants: {
    layout: {
      placed: { position: 'relative', '& > li': { position: 'absolute' } },
      rows: { ...rowsOfPhotos, '& > li': photoInRow },
      columns: {
        columnCount: { base: 2, sm: 3, lg: 4 },
        columnGap: { base: '2', md: '3' },
        '& > li': { breakInside: 'avoid', marginBottom: '3' },
      },
      single: { maxWidth: 'page', marginInline: 'auto', '& > li': { marginBottom: '3' } },
    },
    ...rowsVariants,
  },
})

/** As many are all drawn: searching in the page and screen readers find them, and no phone minds. */
const drawnAtOnce = 120
/** Of more, so far above and below the window photos are drawn, in windows. A step of this many pixels draws others. */
const drawnAhead = 1.5
const step = 300

const sizeOf = (list: HTMLElement) => ({
  width: list.clientWidth,
  screen: window.innerWidth,
  em: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
})

/** How far the window has gone into a list, in steps; drawn anew only when that changes. */
const useDepth = (list: React.RefObject<HTMLElement | null>, onScroll: (top: number) => void) => {
  const [depth, setDepth] = useState(0)
  const told = useStable(onScroll)
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (!list.current) return
      const top = -list.current.getBoundingClientRect().top
      // In slices, between which the page scrolls on: tiles take a slow phone longer than a frame.
      startTransition(() => setDepth(Math.floor(top / step)))
      told(top)
    }
    const ask = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', ask, { passive: true })
    addEventListener('resize', ask)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', ask)
      removeEventListener('resize', ask)
    }
  }, [list, told])
  return depth
}

type PhotoGridProps = {
  photos: readonly PhotoView[]
  look: Pick<GalleryLook, 'photoLayout' | 'photoSpacing'>
  withWords: boolean
  /** Told the number of the photo at the window's top, whenever that may have changed. */
  onLook: (index: number) => void
  /** Told once the end comes near. */
  onEnd: () => void
  /** The number of a photo to stand at; told anew, it is stood at anew. */
  jump: { index: number } | undefined
  children: (photo: PhotoView, index: number) => ReactNode
}

/** The bar above a page covers so much of it. */
const underBar = 88
/** And with what stands above the first photo. */
const underHead = 160

/**
 * A page that was jumped to is the one that is looked at until somebody scrolls: the last may be too short to reach the
 * top of the window.
 */
const useHeld = (jump: PhotoGridProps['jump']) => {
  const held = useRef(false)
  useLayoutEffect(() => {
    if (!jump) return undefined
    held.current = true
    const release = () => {
      held.current = false
    }
    const signs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    for (const sign of signs) addEventListener(sign, release, { passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, release)
    }
  }, [jump])
  return held
}

const usePlaces = ({ photos, look, withWords }: Pick<PhotoGridProps, 'photos' | 'look' | 'withWords'>) => {
  const list = useRef<HTMLUListElement>(null)
  const [size, setSize] = useState<ReturnType<typeof sizeOf>>()
  useLayoutEffect(() => {
    const element = list.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const measure = () => {
      const next = sizeOf(element)
      if (next.width > 0) setSize((now) => (now?.width === next.width && now.em === next.em ? now : next))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { photoLayout, photoSpacing } = look
  const wall = useMemo(
    () =>
      size &&
      layOut(
        photos.map(({ picture }) => shapeOf(picture)),
        rulesFor({ layout: photoLayout, spacing: photoSpacing, withWords }, size),
      ),
    [photos, size, photoLayout, photoSpacing, withWords],
  )
  return { list, wall }
}

/** The numbers of the photos in the window and around it; all of them would be more than a phone can hold. */
const drawnOf = (wall: Wall, depth: number, count: number): readonly number[] => {
  const ahead = drawnAhead * window.innerHeight
  const top = depth * step
  const all = count <= drawnAtOnce
  return between(wall, all ? 0 : top - ahead, all ? wall.height : top + step + window.innerHeight + ahead)
}

/** Photos as their gallery lays them out; of ten thousand, those are drawn that may be seen. */
export const PhotoGrid = ({ photos: given, look, withWords, onLook, onEnd, jump, children }: PhotoGridProps) => {
  // More of them are drawn in slices, too: an answer that comes while somebody scrolls stops nothing.
  const photos = useDeferredValue(given)
  const { list, wall } = usePlaces({ photos, look, withWords })
  const held = useHeld(jump)
  const depth = useDepth(list, (top) => {
    if (!wall) return
    if (!held.current) onLook(lookedAt(wall, top + underBar))
    if (top + 2.5 * window.innerHeight > wall.height) onEnd()
  })
  // More came: the end may be near still.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for each wall.
  useEffect(() => {
    const top = -(list.current?.getBoundingClientRect().top ?? 0)
    if (wall && top > 0 && top + 2.5 * window.innerHeight > wall.height) onEnd()
  }, [wall])
  const goal = jump && wall?.places[jump.index]
  const isKnown = goal !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each jump once, when there is somewhere to go.
  useEffect(() => {
    if (!goal || !list.current) return
    const top =
      list.current.getBoundingClientRect().top + window.scrollY + goal.top - (jump?.index === 0 ? underHead : underBar)
    window.scrollTo({ top: Math.max(0, top), behavior: 'instant' })
  }, [jump, isKnown])

  const layout = wall ? 'placed' : look.photoLayout
  const places = wall?.places
  const styleOf = (photo: PhotoView, index: number) =>
    places ? places[index] : layout === 'rows' ? shareOfRow(shapeOf(photo.picture)) : undefined
  return (
    <List
      ref={list}
      layout={layout}
      rows={withWords ? 'high' : 'low'}
      spacing={look.photoSpacing}
      aria-label="Photos"
      style={wall && { height: wall.height }}
    >
      {(wall ? drawnOf(wall, depth, photos.length) : [...photos.keys()]).map((index) => {
        const photo = photos[index]
        return (
          photo && (
            <li key={photo.id} style={styleOf(photo, index)} aria-setsize={photos.length} aria-posinset={index + 1}>
              {children(photo, index)}
            </li>
          )
        )
      })}
    </List>
  )
}
