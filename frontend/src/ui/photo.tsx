import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { preload } from 'react-dom'
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'
import type { Picture } from '#schema/api/views.ts'
import placeholderAddress from './placeholder.svg'
import { whenStill } from './when-still.ts'

/** The picture shown where there is none, or where it could not be loaded. */
export const placeholderImage = placeholderAddress

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0))

/** A picture of a few pixels, made of its thumbhash. */
export const placeholderOf = (thumbhash: string): string | undefined => {
  if (!thumbhash) return undefined
  try {
    return thumbHashToDataURL(bytesOf(thumbhash))
  } catch {
    return undefined
  }
}

/** The mean colour is told by the first six bytes of a thumbhash, as base64. */
const meanIn = 8

/** The mean of its colours as CSS writes it, which is found a hundred times as fast; empty where there is none. */
export const meanColourOf = (thumbhash: string): string => {
  if (!thumbhash) return ''
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytesOf(thumbhash.slice(0, meanIn)))
    return `rgb(${[r, g, b].map((share) => Math.round(share * 255)).join(' ')})`
  } catch {
    return ''
  }
}

const formats = ['avif', 'webp', 'jpeg'] as const
type Source = Picture['sources'][number]
const wantedFor = { grid: 'thumbnail', full: 'display' } as const
/** Which of two sizes they take is left to browsers: the thumbnail could fill a phone's whole screen. */
const notFor = { grid: 'display', full: 'thumbnail' } as const
/** A format is offered only where it has the size that is wanted, or the browser would choose it and stay small. */
const srcSetOf = (sources: readonly Source[], format: Source['format'], use: 'grid' | 'full') => {
  const ofFormat = sources.filter((source) => source.format === format && source.kind !== notFor[use])
  if (!ofFormat.some((source) => source.kind === wantedFor[use])) return ''
  return ofFormat.map((source) => `${source.url} ${String(source.width)}w`).join(', ')
}

type Choice = { readonly type: string; readonly srcSet: string }
/** What browsers are to choose from, by format, the smallest first; formats without the wanted size are left out. */
const choicesOf = (sources: readonly Source[], use: 'grid' | 'full'): Choice[] =>
  formats.flatMap((format) => {
    const srcSet = srcSetOf(sources, format, use)
    return srcSet === '' ? [] : [{ type: `image/${format}`, srcSet }]
  })

/** Where the first view is drawn as HTML, and no browser is there yet. */
const isDrawnForFirstView = typeof document === 'undefined'

/**
 * A link in the head of a page that comes as HTML, so that its first pictures are asked for before their places are read.
 * Of the best format alone: a browser that does not show it passes the link over, and finds its own picture further down.
 */
const fetchFirst = (
  address: string,
  { best, sizes, media }: { best: Choice | undefined; sizes: string; media: string },
) =>
  preload(address, {
    as: 'image',
    fetchPriority: 'high',
    ...(media !== 'all' && { media }),
    ...(best && { type: best.type, imageSrcSet: best.srcSet, imageSizes: sizes }),
  })

/** A cover comes with the pieces of its gallery's page or with those of its card. */
const piecesOf = ({ tall, card }: Picture) => tall ?? card ?? []
/** What windows of this kind are to choose from, AVIF alone: a browser without it takes the whole picture. */
const pieceChoiceOf = (picture: Picture, media: PieceIn): (Choice & { readonly media: PieceIn }) | undefined => {
  const srcSet = piecesOf(picture)
    .map(({ url, width }) => `${url} ${String(width)}w`)
    .join(', ')
  return srcSet === '' ? undefined : { media, type: 'image/avif', srcSet }
}

/**
 * Which windows ask for its piece first, and which for all of it; `undefined` for none. Of a picture that is first in some
 * windows alone, those that show all of it find it as they read the page.
 */
const windowsOf = (eager: true | MediaQuery, pieceIn: PieceIn): { piece: string; whole: string | undefined } => ({
  piece: [eager, pieceIn].filter((query) => query !== true && query !== 'all').join(' and ') || 'all',
  whole: eager === true && pieceIn !== 'all' ? `not all and ${pieceIn}` : undefined,
})

/** Before the width that is known of a picture: the true one, where a browser knows it. */
const trueWidth = 'auto, '

/**
 * Chromium (seen in 156) keeps a removed image until its page is left while its `sizes` say `auto` and it is lazy, and
 * with it all it stood in: of ten thousand photos that were scrolled past, each would stay. What has come is not asked
 * for again by this, and what is on its way is asked for in the width that it had. Of what was not asked for yet that is
 * not looked up: a browser would lay the page out for each picture of the many that are taken away at once.
 */
const letGo = (image: HTMLImageElement) => {
  if (image.complete) {
    image.loading = 'eager'
    return
  }
  const width = image.currentSrc === '' ? undefined : `${image.width}px`
  for (const each of [image, ...(image.parentElement?.querySelectorAll('source') ?? [])])
    each.sizes = width ?? each.sizes.replace(trueWidth, '')
}

/** Set past React: of hundreds of photos that come and load while a page is scrolled, none is drawn once more for it. */
const standIn = (print: HTMLElement | null, { image = '', colour = '' } = {}) => {
  if (!print) return
  print.style.backgroundImage = image
  print.style.backgroundColor = colour
}

/** As CSS writes it, in brackets: `(min-width: 30rem)`. */
export type MediaQuery = `(${string})`
type PieceIn = MediaQuery | 'all'

type PhotoProps = {
  /** `null` shows the placeholder, never a picture without its mark. */
  picture: Picture | null
  alt: string
  /** `grid` never loads more than the 1024 px of dense screens; `full` never less, where a photo has them. */
  use?: 'grid' | 'full'
  /** How wide the picture is shown, for the browser's choice: a `sizes` attribute. */
  sizes: string
  /**
   * The first pictures of a page are loaded at once, the others when they come near. A media query names the windows in
   * which a picture is among the first: in the others it leaves the line to those that are.
   */
  eager?: boolean | MediaQuery
  fit?: 'cover' | 'contain'
  /** Width over height of the frame; by default the picture's own. `fill` takes the room that there is. */
  ratio?: number | 'fill'
  /** Which point of the picture stays in sight when it is cut: shares of its width and height. */
  focus?: { readonly x: number; readonly y: number }
  /** In which windows its frame has about the shape of its piece, which is shown there. */
  pieceIn?: PieceIn
  /** Told once the picture is there, or will not come. */
  onSettled?: () => void
  /** Laid over the placeholder, where no picture is shown. */
  children?: ReactNode
}

/** Width over height; 3:2 where it is not known yet. */
export const ratioOf = (picture: Picture | null) =>
  picture && picture.width > 0 && picture.height > 0 ? picture.width / picture.height : 3 / 2

/**
 * The same within 1:2 and 3:1, for walls: what is narrower (a screenshot of most phones) or wider (a panorama) would break
 * a row, and is cut there. The viewer, carts and orders show all of it.
 */
export const shapeOf = (picture: Picture | null) => Math.min(Math.max(ratioOf(picture), 0.5), 3)

/**
 * A print: its space is kept and its colours are shown before the first byte of the picture arrives. A plain element,
 * whose looks are among the theme's rules: a style of its own for each would cost a slow phone more than all else of a
 * tile.
 */
export const Photo = ({
  picture,
  alt,
  use = 'grid',
  sizes,
  eager = false,
  fit = 'cover',
  ratio,
  focus,
  pieceIn,
  onSettled,
  children,
}: PhotoProps) => {
  const [failedUrl, setFailedUrl] = useState<string>()
  const [failedPiece, setFailedPiece] = useState<string>()
  const print = useRef<HTMLSpanElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const hold = useCallback((element: HTMLImageElement) => {
    image.current = element
    return () => {
      image.current = null
      letGo(element)
    }
  }, [])
  const found = picture !== null && pieceIn !== undefined ? pieceChoiceOf(picture, pieceIn) : undefined
  const piece = found && found.srcSet !== failedPiece ? found : undefined
  /** Without its piece, which another focal point takes away, a cover is shown whole. */
  const fail = (shown = '') => {
    if (piece && shown !== '' && picture && piecesOf(picture).some(({ url }) => shown.endsWith(url))) {
      setFailedPiece(piece.srcSet)
    } else setFailedUrl(address)
  }
  const hasFailed = failedUrl !== undefined
  // Where the line was the reason it comes when the line does, or when somebody looks again.
  useEffect(() => {
    if (!hasFailed) return undefined
    const again = () => {
      if (document.hidden) return
      setFailedUrl(undefined)
      setFailedPiece(undefined)
    }
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [hasFailed])
  const hash = picture?.thumbhash ?? ''
  const address = use === 'grid' ? picture?.thumbnailUrl : picture?.imageUrl
  // A picture of the page's HTML may have come, or failed, before anybody listened. Only one that has not gets its tiny
  // placeholder, which in HTML would be 5 kB beside the picture itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once for each picture.
  useEffect(() => {
    const { complete, currentSrc, naturalWidth } = image.current ?? { complete: true, currentSrc: '', naturalWidth: 0 }
    if (complete && currentSrc !== '' && naturalWidth === 0) fail(currentSrc)
    if (complete) {
      standIn(print.current)
      onSettled?.()
      return undefined
    }
    // Beside a picture that is shown whole, a colour would look out for a moment.
    const colour = fit === 'contain' ? '' : meanColourOf(hash)
    standIn(print.current, { colour })
    return whenStill(() => {
      const tiny = image.current?.complete === false ? placeholderOf(hash) : undefined
      if (tiny) standIn(print.current, { image: `url(${tiny})`, colour })
    })
  }, [hash, address])
  const isShown = picture !== null && address !== undefined && address !== failedUrl
  const sources = picture?.sources ?? []
  // The true width, where a browser knows it by the time it loads a picture: those that come later, and only in Chromium
  // so far (https://html.spec.whatwg.org/multipage/images.html#sizes-attributes). The others pass over the word.
  const shownWidth = eager ? sizes : `${trueWidth}${sizes}`
  const isFirstEverywhere = eager === true
  if (eager && isShown && isDrawnForFirstView) {
    const [best] = choicesOf(sources, use)
    const first = piece && windowsOf(eager, piece.media)
    if (piece && first) fetchFirst(address, { best: piece, sizes, media: first.piece })
    const media = first ? first.whole : isFirstEverywhere ? 'all' : eager
    if (media !== undefined) fetchFirst(address, { best, sizes, media })
  }
  return (
    <span
      ref={print}
      data-print={fit}
      style={ratio === 'fill' ? { height: '100%' } : { aspectRatio: String(ratio ?? ratioOf(picture)) }}
    >
      {isShown ? (
        <picture>
          {piece && <source media={piece.media} type={piece.type} srcSet={piece.srcSet} sizes={shownWidth} />}
          {formats.slice(0, 2).map((format) => {
            const srcSet = srcSetOf(sources, format, use)
            return srcSet && <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={shownWidth} />
          })}
          <img
            src={address}
            srcSet={srcSetOf(sources, 'jpeg', use) || undefined}
            sizes={shownWidth}
            alt={alt}
            width={picture.width || undefined}
            height={picture.height || undefined}
            loading={isFirstEverywhere ? 'eager' : 'lazy'}
            fetchPriority={isFirstEverywhere ? 'high' : 'auto'}
            decoding="async"
            style={focus && { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
            draggable={false}
            ref={hold}
            // Its own pixels are there: what stood in for them would look out beside a picture of another shape.
            onLoad={() => {
              standIn(print.current)
              onSettled?.()
            }}
            onError={() => {
              standIn(print.current)
              fail(image.current?.currentSrc)
              onSettled?.()
            }}
          />
        </picture>
      ) : (
        <img src={placeholderAddress} alt={alt} draggable={false} />
      )}
      {!isShown && children}
    </span>
  )
}
