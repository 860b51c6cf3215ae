import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { takeTurn } from '#frontend/ui/frame-turns.ts'
import { useStable } from '#frontend/ui/use-stable.ts'
import { between, lookedAt, type Wall } from './wall-layout.ts'

/** Before places are known: all of a page's HTML, and no more of a gallery that one comes back to. */
const atFirst = Array.from({ length: 40 }, (_, index) => index)
const allAtFirst: DrawnTiles = { drawn: atFirst, bare: new Set() }
/** As many are all drawn: searching in the page and screen readers find them, and no phone minds. */
const drawnAtOnce = 120
/** Of more, so far above and below the window photos are drawn, in windows. */
const drawnAhead = 1.5

/** Whether the photo of this number is drawn only while it is near the window, of so many; of as few as nobody knows, never. */
export const isDrawnNear = (index: number, count = 0): boolean => isWindowed(count) && index >= atFirst.length

/** Milliseconds that a step may take until it is shown: with less, the next one has more tiles; with more, fewer. */
const frameMs = { short: 14, long: 30 } as const
const mostAtOnce = 32
/**
 * Of the time in which tiles are passed, drawing them may take so much. With half of it a phone that is four times slower
 * had twice as many frames over 50 ms, and pictures came after a flick no sooner.
 */
const shareOfTime = 0.15
/**
 * Milliseconds for which the window of a slow phone has to be slow enough before the next tile comes: a thumb that flicks
 * on and on rests about as long between two flicks, and what comes meanwhile is gone with the next.
 */
const calmMs = 150
/** So many times too fast: a finger that reads on is a little too fast for a moment, and waits for nothing. */
const farTooFast = 2
/** In windows: hardly a thumb passes so much between two looks. Whoever does was led there, and waits for the photos. */
const leap = 2
/** Milliseconds after which a frame without tiles is timed again while somebody scrolls. */
const otherEachMs = 500
/** So much of what is known of a tile the last step tells: one that something else held up does not make a wall colours. */
const weightOfLast = 0.25
/** Milliseconds: a tile that seems to take longer was held up by something else. */
const mostTileMs = 60
const unknownMs = Number.POSITIVE_INFINITY
/** Milliseconds of a tile from which on tiles come bare: quicker ones come with their words. In two parts it costs a step more. */
const slowTileMs = { whole: 8, inParts: 12 } as const
/** Milliseconds after the last scrolling: by then somebody looks at what is there. */
const restMs = 120

/** What of a wall is drawn, by number; of those that are bare the picture alone. */
export type DrawnTiles = { readonly drawn: readonly number[]; readonly bare: ReadonlySet<number> }

type Step = {
  /** In the window, and with what is drawn ahead of it. */
  seen: readonly number[]
  wanted: readonly number[]
  /** The one that has the focus. */
  focused: readonly number[]
  /** In the middle of the window. */
  middle: number
  few: number
  /** Somebody scrolls. */
  isMoving: boolean
  /** Tiles that come now are bare. */
  isHurried: boolean
}
/** Taking a tile away is quicker than drawing one. */
const leaveAtOnce = 4

/**
 * A step from the tiles that are drawn to those that shall be, all by number, a few at a time, those nearest to the
 * middle first. In this order: all of the one that has the focus, those in the window, all of each, those around it, no others, and all of what is around.
 * While somebody scrolls what comes next is more urgent than all of what is there. As many as are wanted may stay behind
 * while others come: nobody sees them, and taking them away takes time. More would slow every frame. A page's first tiles
 * are so few that they stay: the time just after a page has come is when its buttons are pressed.
 */
export const nextTiles = (
  tiles: DrawnTiles,
  { seen, wanted, focused, middle, few, isMoving, isHurried }: Step,
): DrawnTiles => {
  const { drawn, bare } = tiles
  const [areDrawn, areWanted] = [new Set(drawn), new Set(wanted)]
  const nearest = (indices: readonly number[]) =>
    [...indices].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  const come = (indices: readonly number[]): DrawnTiles => {
    const more = nearest(indices).slice(0, few)
    return { drawn: [...drawn, ...more].sort((a, b) => a - b), bare: isHurried ? new Set([...bare, ...more]) : bare }
  }
  const leave = (indices: readonly number[]): DrawnTiles => {
    const less = new Set(nearest(indices).slice(-few * leaveAtOnce))
    return {
      drawn: drawn.filter((index) => !less.has(index)),
      bare: new Set([...bare].filter((index) => !less.has(index))),
    }
  }
  const fill = (indices: readonly number[]): DrawnTiles => {
    const whole = new Set(nearest(indices).slice(0, few))
    return { drawn, bare: new Set([...bare].filter((index) => !whole.has(index))) }
  }
  const isMissing = (index: number) => !areDrawn.has(index)
  const isBare = (index: number) => bare.has(index)
  const behind = drawn.filter((index) => !areWanted.has(index))
  // The next Tab would pass by what it lacks.
  if (focused.some(isBare)) return fill(focused.filter(isBare))
  const mayStay = !isMoving && drawn.length <= atFirst.length
  if (!mayStay && behind.length > 1.5 * wanted.length) return leave(behind)
  if (seen.some(isMissing)) return come(seen.filter(isMissing))
  if (!isMoving && seen.some(isBare)) return fill(seen.filter(isBare))
  if (!mayStay && behind.length > wanted.length) return leave(behind)
  if (wanted.some(isMissing)) return come(wanted.filter(isMissing))
  if (seen.some(isBare)) return fill(seen.filter(isBare))
  if (behind.some(isBare) || (behind.length > 0 && drawn.length > atFirst.length)) return leave(behind)
  if (!isMoving && wanted.some(isBare)) return fill(wanted.filter(isBare))
  return tiles
}

/** Whether of so many photos, with those that are not loaded yet, only those near the window are drawn. */
export const isWindowed = (count: number): boolean => count > drawnAtOnce

/** The photos in the window, and with those around it; all of them would be more than a phone can hold. */
const tilesAt = (wall: Wall, top: number, isLong: boolean) => {
  const around = (ahead: number) =>
    between(wall, top - ahead * window.innerHeight, top + (1 + ahead) * window.innerHeight)
  return { seen: around(0), wanted: isLong ? around(drawnAhead) : [...wall.places.keys()] }
}

/** The number of the photo whose tile has the focus: taken away, it would take the way of whoever uses keys along. */
const focusedIn = (list: HTMLElement): readonly number[] => {
  const tile = list.contains(document.activeElement) ? document.activeElement?.closest('[aria-posinset]') : undefined
  return tile ? [Number(tile.getAttribute('aria-posinset')) - 1] : []
}

/** What a step draws of its tiles: the picture alone, what a bare one lacks, or all. */
type Kind = 'bare' | 'rest' | 'whole'
/** A step that was made: how long React took for it, and how many tiles it drew. */
type Made = { ms: number; tiles: number; kind: Kind }

type Following = {
  tiles: DrawnTiles
  /** Since it was last told of. */
  isScrolled: boolean
  scrolledAt: number
  /** So many tiles are drawn in a step. */
  few: number
  /** Milliseconds that a tile takes, with what it adds to the frame that shows it, once one was drawn. */
  tileMs: Record<Kind, number | undefined>
  /** Milliseconds of the last frame that was timed and showed no more tiles, and when that was. */
  otherMs: number
  otherAt: number
  /** When a hand last moved the window, and when it was last far too fast. */
  movedAt: number
  fastAt: number
  /** What the window was last led to. */
  ledTo: object | undefined
  /** How far the window had gone into the wall, and when. */
  lookedAt: { top: number; at: number } | undefined
}

type Options = {
  wall: Wall | undefined
  /** Whether only the photos near the window are drawn. */
  isLong: boolean
  /** What the window was led to, which was no hand that moved it. */
  ledTo: () => object | undefined
  /** Told how far the window has gone into the list. @returns whether something else is drawn for it. */
  onScroll: (top: number) => boolean
  /** Told of each step: what else would be drawn may wait for the last. */
  onStep: () => void
}
/**
 * Which photos of a wall are drawn, by number. The window is followed by few tiles a frame, as many as the phone keeps
 * up with: all that are due at once would hold it for many frames.
 */
export const useDrawn = (
  list: RefObject<HTMLElement | null>,
  { wall, isLong, ledTo, onScroll, onStep }: Options,
): DrawnTiles => {
  const [drawn, setDrawn] = useState(allAtFirst)
  const told = useStable(onScroll)
  const holds = useStable(onStep)
  const led = useStable(ledTo)
  // What outlasts a wall: each page that comes makes another one.
  const [now] = useState<Following>(() => ({
    tiles: drawn,
    isScrolled: false,
    scrolledAt: Number.NEGATIVE_INFINITY,
    few: 1,
    tileMs: { bare: undefined, rest: undefined, whole: undefined },
    otherMs: 0,
    otherAt: Number.NEGATIVE_INFINITY,
    movedAt: Number.NEGATIVE_INFINITY,
    fastAt: Number.NEGATIVE_INFINITY,
    ledTo: undefined,
    lookedAt: undefined,
  }))
  useEffect(() => {
    let frame = 0
    let task: ReturnType<typeof setTimeout> | undefined
    let withdraw: (() => void) | undefined
    const isSlow = () => {
      const { bare = unknownMs, rest = unknownMs, whole = unknownMs } = now.tileMs
      return whole > slowTileMs.whole && bare + rest > slowTileMs.inParts
    }
    /** Milliseconds of a whole tile, at once or one part after the other; without end as long as nobody knows. */
    const wholeMs = () => {
      const { bare = unknownMs, rest = unknownMs, whole = unknownMs } = now.tileMs
      return Math.min(whole, bare + rest)
    }
    const learn = (kind: Kind, lastMs: number) => {
      const mean = (knownMs: number | undefined) =>
        knownMs === undefined ? lastMs : knownMs + (lastMs - knownMs) * weightOfLast
      if (kind !== 'whole') {
        now.tileMs[kind] = mean(now.tileMs[kind])
        return
      }
      // Tiles that come whole tell of their parts as well, which do not come meanwhile: what those took earlier would make
      // a machine that has become slower quick for good. And the other way: while parts come, nobody hears of whole ones.
      const said = wholeMs()
      const whole = mean(Number.isFinite(said) ? said : undefined)
      const { bare, rest } = now.tileMs
      const share = bare === undefined || rest === undefined || bare + rest === 0 ? undefined : bare / (bare + rest)
      now.tileMs =
        share === undefined
          ? { whole, bare: undefined, rest: undefined }
          : { whole, bare: whole * share, rest: whole * (1 - share) }
    }
    const measure = (made: Made | undefined, shownMs: number) => {
      if (!made) Object.assign(now, { otherMs: shownMs, otherAt: performance.now() })
      if (!made || made.tiles === 0) return
      const { ms, tiles, kind } = made
      const took = ms + shownMs
      if (took > frameMs.long) now.few = Math.max(1, Math.floor(now.few / 2))
      else if (took < frameMs.short && tiles >= now.few) now.few = Math.min(mostAtOnce, now.few * 2)
      // A frame with tiles that took less says that the one without was held up.
      if (took < now.otherMs) {
        now.otherMs = took
        return
      }
      learn(kind, Math.min(mostTileMs, (took - now.otherMs) / tiles))
    }
    /** Times the next frame. @returns a function that is told which step it shows. */
    const watch = () => {
      let made: Made | undefined
      // A page that was hidden shows all that was drawn meanwhile at once.
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const begun = performance.now()
        task = setTimeout(() => measure(made, performance.now() - begun))
      })
      return (step: Made) => {
        made = step
      }
    }
    /** Whether the window passes, or just passed, more tiles than can be drawn meanwhile: nobody would see them. */
    const isTooFast = ({ places, height }: Wall, top: number) => {
      const before = now.lookedAt
      const at = performance.now()
      now.lookedAt = { top, at }
      const moved = before ? Math.abs(top - before.top) : 0
      const isLed = led() !== now.ledTo || moved > leap * window.innerHeight
      now.ledTo = led()
      if (isLed) now.fastAt = Number.NEGATIVE_INFINITY
      if (!before || isLed) return false
      if (moved > 0) now.movedAt = at
      const takesMs = ((moved * places.length) / height) * (now.tileMs.bare ?? now.tileMs.whole ?? 0)
      const mostMs = (at - before.at) * shareOfTime
      if (takesMs > mostMs * farTooFast) now.fastAt = at
      return takesMs > mostMs || (isSlow() && at < now.fastAt + calmMs)
    }
    const look = () => {
      if (!list.current) return
      const top = -list.current.getBoundingClientRect().top
      // What is drawn for it has this frame to itself, and so has what is told next.
      now.isScrolled &&= told(top)
      if (!wall) return
      const isFast = isLong && isTooFast(wall, top)
      // Looked at again with the next frame: the window may rest by then.
      if (isFast || now.isScrolled) {
        if (!now.isScrolled && performance.now() > now.otherAt + otherEachMs) watch()
        return ask()
      }
      const there = now.tiles.drawn.filter((index) => index < wall.places.length)
      const isShorter = there.length < now.tiles.drawn.length
      const bare = isShorter
        ? new Set([...now.tiles.bare].filter((index) => index < wall.places.length))
        : now.tiles.bare
      const tiles = isShorter ? { drawn: there, bare } : now.tiles
      const isMoving = isLong && performance.now() < now.scrolledAt + restMs
      // A machine of which nothing is known is taken for a slow one where a hand moves it, and not where it was led. One
      // that is known to be slow draws no tile at once where it rests either: with a frame's other works that is too much.
      const isByHand = performance.now() < now.movedAt + restMs
      const isHurried = isLong && isSlow() && (Number.isFinite(wholeMs()) || (isMoving && isByHand))
      const { seen, wanted } = tilesAt(wall, top, isLong)
      const focused = focusedIn(list.current)
      const next = nextTiles(tiles, {
        seen,
        wanted: [...new Set([...wanted, ...focused])],
        focused,
        middle: lookedAt(wall, top + window.innerHeight / 2),
        few: isHurried ? 1 : now.few,
        isMoving,
        isHurried,
      })
      if (next === now.tiles) {
        watch()
        // Once the window rests they are drawn whole.
        if (next.bare.size > 0) ask()
        return
      }
      const more = next.drawn.length - there.length
      const kind = more <= 0 ? 'rest' : next.bare.size > bare.size ? 'bare' : 'whole'
      holds()
      now.tiles = next
      const tell = watch()
      // Asked for before React draws: with these tiles it may take over another wall, and then ends this effect.
      ask()
      const begun = performance.now()
      flushSync(() => setDrawn(next))
      tell({
        ms: performance.now() - begun,
        tiles: more < 0 ? 0 : Math.max(more, bare.size - next.bare.size),
        kind,
      })
    }
    /** Looks when the next picture was shown: until then a browser would lay the page out for the answer, and once more. */
    const ask = () => {
      withdraw ??= takeTurn(() => {
        withdraw = undefined
        look()
      })
    }
    const follow = () => {
      now.isScrolled = true
      now.scrolledAt = performance.now()
      ask()
    }
    // The first tiles come in a frame that is known without them.
    if (now.otherAt === Number.NEGATIVE_INFINITY) watch()
    ask()
    addEventListener('scroll', follow, { passive: true })
    addEventListener('resize', follow)
    return () => {
      withdraw?.()
      cancelAnimationFrame(frame)
      clearTimeout(task)
      removeEventListener('scroll', follow)
      removeEventListener('resize', follow)
    }
  }, [list, wall, isLong, led, told, holds, now])
  return drawn
}
