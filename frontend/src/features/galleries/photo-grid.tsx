import { chakra } from '@chakra-ui/react'
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { photoInRow, rowsOfPhotos, rowsVariants, shareOfRow } from '#frontend/ui/justified-grid.tsx'
import { shapeOf } from '#frontend/ui/photo.tsx'
import { still } from '#frontend/ui/still.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import type { GalleryLook } from '#schema/entities/gallery-look.ts'
import { isWindowed, useDrawn } from './use-drawn.ts'
import { paintedMiddle, WallColours } from './wall-colours.tsx'
import { layOut, lookedAt, rulesFor, type Wall, type WallRules } from './wall-layout.ts'

/**
 * Before the width is known the style sheet lays photos out; afterwards each is placed. It is one list with the same
 * items both times: of other elements, a press that began on one would end on another, and be lost.
 * Rows look the same both times; the others stand below a cover, where nobody sees them settle.
 */
const Looks = chakra('ul', {
  base: {
    listStyle: 'none',
    // In a page's HTML they leave the line to the cover, which is asked for that much sooner.
    '&[data-below-cover]:not([data-placed]) img': { animation: 'late 200ms' },
    // An attribute, as a class of its own would set `--row` and `display` anew, and for either a browser computes the
    // styles of all that stands in the list, even where the value is the same.
    '&[data-placed]': {
      position: 'relative',
      // Of what it lies in: a height of its own, which each page makes another, would have all its looks computed anew.
      height: 'full',
      columnCount: 'auto',
      maxWidth: 'none',
      '& > li': { position: 'absolute', minWidth: '0', maxWidth: 'none', marginBottom: '0' },
    },
  },
  variants: {
    layout: {
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

const List = still(Looks)

/** Pixels: no bar at the window's side is wider. */
const widestBar = 20
/**
 * As wide as media queries take the window, its bar for scrolling included. Of a phone that was turned while the wall is
 * still as wide as before, `innerWidth` is what the phone shows of it, made smaller.
 */
const screenWidth = () => Math.min(window.innerWidth, document.documentElement.clientWidth + widestBar)

const sizeOf = (list: HTMLElement) => ({
  width: list.clientWidth,
  screen: screenWidth(),
  em: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
})

type PhotoGridProps = {
  photos: readonly PhotoView[]
  look: Pick<GalleryLook, 'photoLayout' | 'photoSpacing'>
  withWords: boolean
  /** In view once somebody scrolls. */
  isBelowCover: boolean
  /** How many there are with those that are not loaded yet; `undefined` where nobody knows. */
  total: number | undefined
  /** Told the number of the photo at the window's top, whenever that may have changed. */
  onLook: (index: number) => boolean
  /** Told whenever tiles are drawn. */
  onStep: () => void
  /** Told once the end comes near. */
  onEnd: () => void
  /** The number of a photo to stand at; told anew, it is stood at anew. */
  jump: { index: number } | undefined
  /** Of a photo that is bare the picture is drawn alone. */
  children: (photo: PhotoView, index: number, isBare: boolean) => ReactNode
}

/** Jumps that were made: a wall that comes anew, or has come to be as long, makes none of them again. */
const made = new WeakSet<object>()

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
    if (!jump || made.has(jump)) return undefined
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

/** Whether a list goes on with more behind the same photos. */
const isMoreOf = (photos: readonly PhotoView[], earlier: readonly PhotoView[]) =>
  photos.length >= earlier.length && earlier.every((photo, index) => photo === photos[index])

type LaidOutPhotos = { photos: readonly PhotoView[]; rules: WallRules; wall: Wall }
/** Lays photos out, going on with the wall that it laid out last where more came. */
const wallBuilder = () => {
  let last: LaidOutPhotos | undefined
  return (photos: readonly PhotoView[], rules: WallRules): Wall => {
    const earlier = last?.rules === rules && isMoreOf(photos, last.photos) ? last.wall : undefined
    const shapes = photos.slice(earlier?.settled ?? 0).map(({ picture }) => shapeOf(picture))
    const wall = layOut(shapes, rules, earlier)
    last = { photos, rules, wall }
    return wall
  }
}

const usePlaces = ({ photos, look, withWords }: Pick<PhotoGridProps, 'photos' | 'look' | 'withWords'>) => {
  const list = useRef<HTMLUListElement>(null)
  const [size, setSize] = useState<ReturnType<typeof sizeOf>>()
  useLayoutEffect(() => {
    const element = list.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    // Each page that comes makes the list higher, for which neither its place nor any styles need to be computed.
    let known = 0
    const measure = ([entry]: readonly ResizeObserverEntry[] = []) => {
      if (entry && entry.contentRect.width === known) return
      known = entry?.contentRect.width ?? 0
      const next = sizeOf(element)
      if (next.width > 0) setSize((now) => (now?.width === next.width && now.em === next.em ? now : next))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { photoLayout, photoSpacing } = look
  const [build] = useState(wallBuilder)
  const rules = useMemo(
    () => size && rulesFor({ layout: photoLayout, spacing: photoSpacing, withWords }, size),
    [size, photoLayout, photoSpacing, withWords],
  )
  const wall = useMemo(() => rules && build(photos, rules), [build, photos, rules])
  return { list, rules, wall }
}

type LaidOut = { list: RefObject<HTMLElement | null>; rules: WallRules | undefined; wall: Wall | undefined }
/**
 * A wall of another width has other heights, of which the browser knows nothing: whoever turns a phone stands at the photo
 * at which they stood.
 * @returns takes down what is looked at, in pixels from the wall's top.
 */
const useSamePlace = ({ list, rules, wall }: LaidOut) => {
  const stood = useRef<{ index: number; share: number }>(undefined)
  const before = useRef(rules)
  useLayoutEffect(() => {
    const isOther = before.current !== undefined && before.current !== rules
    before.current = rules
    const place = stood.current && wall?.places[stood.current.index]
    if (!isOther || !stood.current || !place || !list.current) return
    const top = list.current.getBoundingClientRect().top + window.scrollY
    window.scrollTo({ top: top + place.top + stood.current.share * place.height - underBar, behavior: 'instant' })
  }, [list, rules, wall])
  return (at: number) => {
    const index = wall ? lookedAt(wall, at) : 0
    const place = wall?.places[index]
    // Above the wall there is nothing to stand at.
    stood.current = place && at > underBar ? { index, share: (at - place.top) / place.height } : undefined
  }
}

type TileProps = {
  photo: PhotoView
  index: number
  total: number | undefined
  style: CSSProperties | undefined
  isBare: boolean
  children: PhotoGridProps['children']
}
/** Drawn anew only when something of its own changes: others come and go all the time. */
const Tile = memo(({ photo, index, total, style, isBare, children }: TileProps) => (
  // https://www.w3.org/TR/wai-aria-1.2/#aria-setsize: -1 says that nobody knows.
  <li style={style} aria-setsize={total ?? -1} aria-posinset={index + 1}>
    {children(photo, index, isBare)}
  </li>
))

/**
 * Photos that are others come when the browser finds the time; more behind the same ones are places, not tiles. Only a
 * number is put off: whatever is, React draws once more, and begins again with each tile that comes meanwhile.
 */
const useCalmly = (given: readonly PhotoView[]) => {
  const [last, setLast] = useState({ photos: given, list: 0, drawn: given })
  const isDrawn = useDeferredValue(last.list) === last.list
  if (given !== last.photos) {
    const isSame = isMoreOf(given, last.photos)
    const drawn = isDrawn ? last.photos : last.drawn
    setLast(isSame ? { ...last, photos: given } : { photos: given, list: last.list + 1, drawn })
  }
  return isDrawn ? given : last.drawn
}

type DrawnProps = Pick<PhotoGridProps, 'photos' | 'look' | 'total' | 'children'> & {
  list: RefObject<HTMLUListElement | null>
  wall: Wall | undefined
  isLong: boolean
  ledTo: () => object | undefined
  onScroll: (top: number) => boolean
  onStep: () => void
}
/** Those that are drawn now. Apart from their list, whose looks would be computed anew for each tile that comes. */
const Drawn = ({ photos, look, total, list, wall, isLong, ledTo, onScroll, onStep, children }: DrawnProps) => {
  const { drawn, bare } = useDrawn(list, { wall, isLong, ledTo, onScroll, onStep })
  const places = wall?.places
  const styleOf = (photo: PhotoView, index: number) =>
    places ? places[index] : look.photoLayout === 'rows' ? shareOfRow(shapeOf(photo.picture)) : undefined
  return drawn.map((index) => {
    const photo = photos[index]
    return (
      photo && (
        <Tile
          key={photo.id}
          photo={photo}
          index={index}
          total={total}
          style={styleOf(photo, index)}
          isBare={bare.has(index)}
        >
          {children}
        </Tile>
      )
    )
  })
}

/** Photos as their gallery lays them out; of ten thousand, those are drawn that may be seen. */
export const PhotoGrid = memo(
  ({ photos: given, look, withWords, isBelowCover, total, onLook, onStep, onEnd, jump, children }: PhotoGridProps) => {
    const photos = useCalmly(given)
    const { list, rules, wall } = usePlaces({ photos, look, withWords })
    const stand = useSamePlace({ list, rules, wall })
    const held = useHeld(jump)
    const isLong = isWindowed(total ?? photos.length)
    const [middle] = useState(paintedMiddle)
    const isPainted = useRef(false)
    const ledTo = () => (jump && made.has(jump) ? jump : undefined)
    const follow = (top: number) => {
      if (!wall) return false
      const index = lookedAt(wall, top + underBar)
      stand(top + underBar)
      if (top + 2.5 * window.innerHeight > wall.height) onEnd()
      const tell = () => !held.current && onLook(index)
      // One after the other, a frame for each, also where colours and page are others with every frame.
      const isTold = isPainted.current && tell()
      isPainted.current = !isTold && middle.look(index)
      return isTold || isPainted.current || tell()
    }
    // More came: the end may be near still. A wall that does not fill the window may be one that nobody can scroll.
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for each wall.
    useEffect(() => {
      if (!wall) return undefined
      // With the next frame, which lays the page out in any case.
      const frame = requestAnimationFrame(() => {
        const top = -(list.current?.getBoundingClientRect().top ?? 0)
        if (wall.height < window.innerHeight || (top > 0 && top + 2.5 * window.innerHeight > wall.height)) onEnd()
      })
      return () => cancelAnimationFrame(frame)
    }, [wall])
    const goal = jump && wall?.places[jump.index]
    const isKnown = goal !== undefined
    // biome-ignore lint/correctness/useExhaustiveDependencies: each jump once, when there is somewhere to go.
    useEffect(() => {
      if (!jump || !goal || !list.current || made.has(jump)) return
      made.add(jump)
      middle.look(jump.index)
      const top =
        list.current.getBoundingClientRect().top + window.scrollY + goal.top - (jump.index === 0 ? underHead : underBar)
      window.scrollTo({ top: Math.max(0, top), behavior: 'instant' })
    }, [jump, isKnown])

    return (
      <div style={wall && { position: 'relative', height: wall.height }}>
        {wall && isLong && <WallColours photos={photos} wall={wall} middle={middle} />}
        <List
          ref={list}
          layout={look.photoLayout}
          data-placed={wall ? '' : undefined}
          data-below-cover={isBelowCover || undefined}
          rows={withWords ? 'high' : 'low'}
          spacing={look.photoSpacing}
          aria-label="Photos"
        >
          <Drawn
            photos={photos}
            look={look}
            total={total}
            list={list}
            wall={wall}
            isLong={isLong}
            ledTo={ledTo}
            onScroll={follow}
            onStep={onStep}
          >
            {children}
          </Drawn>
        </List>
      </div>
    )
  },
)
