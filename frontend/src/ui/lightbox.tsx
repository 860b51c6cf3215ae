import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import {
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Picture } from '#schema/api/views.ts'
import { formatCount } from '#schema/counts.ts'
import { IconButton } from './button.tsx'
import { Flex, Hidden, Span, Text } from './layout.tsx'
import { Photo, ratioOf } from './photo.tsx'
import { clearOf } from './safe-area.ts'
import { FullScreenButton, useSlideshow } from './slideshow.tsx'
import { ToastRegion } from './toast.tsx'
import { useFocusKept } from './use-focus-kept.ts'
import { useZoom } from './use-zoom.ts'

const Stage = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    maxWidth: '100vw',
    height: '100dvh',
    maxHeight: '100dvh',
    margin: '0',
    padding: '0',
    border: 'none',
    background: 'stage',
    color: 'stage.ink',
    colorScheme: 'dark',
    overflowX: 'hidden',
    overflowY: 'auto',
    '&[open]': { display: 'flex', flexDirection: 'column' },
    _backdrop: { background: 'stage' },
  },
})
const Easel = chakra('div', {
  base: {
    position: 'relative',
    flex: '1',
    // Where large letters leave the photo no room, the viewer is scrolled.
    minHeight: '35dvh',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    // Beside the arrows, where there is room for them.
    paddingLeft: { base: '2', md: `calc(${clearOf('left', '0.75rem')} + 3.25rem)` },
    paddingRight: { base: '2', md: `calc(${clearOf('right', '0.75rem')} + 3.25rem)` },
    overflow: 'hidden',
    // Two fingers are the photo's. In a page that the browser has enlarged they bring the page back, whatever the photo is.
    touchAction: 'pan-y',
    containerType: 'size',
    '&[data-zoomed]': { touchAction: 'none', cursor: 'grab' },
    '&[data-page-enlarged]': { touchAction: 'manipulation' },
  },
})
const Frame = chakra('div', { base: { maxWidth: 'full', maxHeight: 'full' } })
const Side = chakra('div', {
  base: { position: 'absolute', insetBlock: '0', display: 'flex', alignItems: 'center' },
  variants: {
    at: {
      left: { left: { base: clearOf('left', '0.5rem'), md: clearOf('left', '0.75rem') } },
      right: { right: { base: clearOf('right', '0.5rem'), md: clearOf('right', '0.75rem') } },
    },
  },
})
const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    paddingLeft: { base: clearOf('left', '1rem'), md: clearOf('left', '2rem') },
    paddingRight: { base: clearOf('right', '1rem'), md: clearOf('right', '2rem') },
    paddingTop: '3',
    paddingBottom: clearOf('bottom', '0.75rem'),
  },
})

/** On the photo itself, where a phone leaves no room beside it: seen through, so that nothing of it is hidden. */
const arrowEdge = { base: 'transparent', md: 'stage.line' }
const arrow = {
  background: { base: 'scrim', md: 'stage' },
  borderColor: arrowEdge,
  _hover: { borderColor: arrowEdge },
}

/** Where an arrow leads: across, and down. */
const arrowKeys: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A drag of this many pixels, more across than down, goes to the next photo. */
const swipePx = 48

type LightboxPhoto = { id: string; title: string; description: string; picture: Picture | null }

type LightboxProps = {
  /** Those that are known so far, from the first on. */
  photos: readonly LightboxPhoto[]
  index: number
  /** How many there are in all; `undefined` where nobody knows. */
  count?: number | undefined
  /** More are on their way: the way goes on behind the last that is known. */
  hasMore?: boolean
  onMove: (index: number) => void
  /** Goes on as the arrow does. */
  onward?: Ref<() => void>
  onClose: () => void
  /** Laid over the placeholder of a photo that has no picture to show. */
  overlay?: ReactNode
  /** Said beside the place, and again whenever it changes: what is left to do. */
  standing?: string | undefined
  /** Price and actions of the open photo, always in reach. */
  actions: ReactNode
  /** Beside "Close": what else is done with the photo. */
  tools?: ReactNode
  /** It can go on by itself, and fill the screen. */
  hasShow?: boolean
  /** Shown on the stage beside the photo: notices. */
  children?: ReactNode
}

/** The step to the photo at a place; one that is not known yet is taken when it comes. */
const useStep = ({
  photos,
  index,
  hasMore,
  onMove,
}: Pick<LightboxProps, 'photos' | 'index' | 'hasMore' | 'onMove'>) => {
  // Of two quick steps the second may come before the first is drawn.
  const asked = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the coming of the photo is what counts.
  useLayoutEffect(() => {
    asked.current = undefined
  }, [index])
  const [awaited, setAwaited] = useState<number>()
  const isThere = awaited !== undefined && awaited < photos.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the coming is what counts.
  useEffect(() => {
    // The way ended where more was expected, or what was asked for has come.
    if (awaited !== undefined && (isThere || !hasMore)) setAwaited(undefined)
    if (awaited !== undefined && isThere) onMove(awaited)
  }, [awaited, isThere, hasMore])
  const step = (by: -1 | 1) => {
    const to = (asked.current ?? index) + by
    setAwaited(undefined)
    if (photos[to]) {
      asked.current = to
      onMove(to)
    } else if (to > 0 && hasMore) setAwaited(to)
  }
  return { step, isAwaiting: awaited !== undefined }
}

/** Keeps the browser's cache one photo ahead in both directions. */
const Neighbours = ({ photos }: { photos: readonly (LightboxPhoto | undefined)[] }) => (
  <Span position="absolute" width="0" height="0" overflow="hidden" aria-hidden>
    {photos.map(
      (photo) =>
        photo?.picture && <Photo key={photo.id} picture={photo.picture} alt="" use="full" sizes="100vw" eager />,
    )}
  </Span>
)

/** The viewer: one photo at a time on black; arrows, swipe, pinch or double tap (or Z) to come nearer and arrows to look around there, Escape. A native modal dialog keeps the focus inside. */
export const Lightbox = (props: LightboxProps) => {
  const { photos, index, count, hasMore = false, onMove, onClose, overlay, standing, actions } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const photo = photos[index]
  const zoom = useZoom(photo?.id)
  const { step, isAwaiting } = useStep({ photos, index, hasMore, onMove })
  useImperativeHandle(props.onward, () => () => step(1))
  const isLast = index >= photos.length - 1 && !hasMore
  const isAlone = count === 1
  const [seen, setSeen] = useState<string>()
  const isLoading = Boolean(photo?.picture) && seen !== photo?.id
  const show = useSlideshow({ at: index, isLast, isWaiting: isAwaiting, isLoading, onNext: () => step(1) })
  /** For what is done with the photo that stands there: by a finger, by keys, or by a click of a screen reader's. */
  const stops = { onPointerDown: show.stop, onFocus: show.stop, onClickCapture: show.stop }
  const move = (by: -1 | 1) => {
    show.stop()
    step(by)
  }

  // A layout effect: closed before it leaves the page, the dialog gives the focus back to what opened it.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    close.current?.focus()
    const overflow = document.documentElement.style.overflow
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = overflow
      shown?.close()
    }
  }, [])

  // What can be done differs from photo to photo.
  useFocusKept(dialog, close)

  const onPointerUp = (event: PointerEvent) => {
    const { across, down } = zoom.onUp(event) ?? { across: 0, down: 0 }
    if (Math.abs(across) > swipePx && Math.abs(across) > Math.abs(down)) move(across < 0 ? 1 : -1)
  }

  if (!photo) return null
  const ratio = ratioOf(photo.picture)
  return (
    <Stage
      ref={dialog}
      aria-label={`Photo viewer: ${photo.title}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        const { key } = event
        if (key === 'Escape') {
          event.preventDefault()
          onClose()
        }
        // What the browser does by them is its own.
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const [across, down] = arrowKeys[key] ?? [0, 0]
        if (zoom.isZoomed && (across || down)) {
          event.preventDefault()
          zoom.pan(across / 4, down / 4)
        } else if (across) move(across)
        if (key === 'z' || key === 'Z') {
          show.stop()
          zoom.toggle()
        }
      }}
    >
      <Bar paddingBottom="3">
        <Text
          textStyle="small"
          color="stage.muted"
          flex={standing === undefined ? undefined : '1 1 8rem'}
          aria-live={show.isPlaying ? 'off' : 'polite'}
        >
          <Hidden>{photo.title}, </Hidden>
          {index + 1}
          {count !== undefined && ` of ${formatCount(count)}`}
          {standing !== undefined && <Span color="stage.ink"> · {standing}</Span>}
        </Text>
        {/* "Close" stays in its corner where the tools need a line of their own. */}
        <Flex gap="2" flexWrap="wrap" justifyContent="flex-end" marginInlineStart="auto">
          {props.hasShow && (
            <>
              {!isAlone && show.buttons}
              <FullScreenButton />
            </>
          )}
          <Flex display="contents" {...stops}>
            {props.tools}
          </Flex>
          <IconButton ref={close} label="Close" variant="stage" size="sm" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </Flex>
      </Bar>
      <Easel
        ref={zoom.stage}
        data-zoomed={zoom.isZoomed || undefined}
        data-page-enlarged={zoom.isPageEnlarged || undefined}
        onPointerDown={(event) => {
          // Looked at nearer, a photo is not taken away.
          show.stop()
          zoom.onDown(event)
        }}
        onPointerMove={zoom.onMove}
        onPointerUp={onPointerUp}
        onPointerCancel={zoom.onCancel}
        onWheel={(event) => {
          if (event.ctrlKey) show.stop()
        }}
      >
        <Frame
          key={photo.id}
          ref={zoom.photo}
          data-zoom-photo
          style={{ width: `min(100%, 100cqh * ${ratio.toFixed(4)})`, ...zoom.style }}
        >
          <Photo
            picture={photo.picture}
            alt={photo.title}
            use="full"
            sizes="100vw"
            fit="contain"
            eager
            onSettled={() => setSeen(photo.id)}
          >
            {overlay}
          </Photo>
        </Frame>
        {/* Also at the ends: a button that goes takes the focus along, and with it the keys. */}
        {!isAlone && (
          <>
            <Side at="left">
              <IconButton
                label="Previous photo"
                variant="stage"
                {...arrow}
                ended={index === 0}
                onClick={() => move(-1)}
              >
                <ChevronLeft aria-hidden />
              </IconButton>
            </Side>
            <Side at="right">
              <IconButton
                label="Next photo"
                variant="stage"
                {...arrow}
                ended={isLast}
                busy={isAwaiting}
                onClick={() => move(1)}
              >
                <ChevronRight aria-hidden />
              </IconButton>
            </Side>
          </>
        )}
      </Easel>
      {/* Whoever does something with a photo means the one that stands there. */}
      <Bar {...stops}>
        <Flex flexDirection="column" minWidth="0" flex="1 1 14rem">
          <Text fontFamily="heading" fontSize="lg" lineClamp="1">
            {photo.title}
          </Text>
          {photo.description && (
            <Text textStyle="small" color="stage.muted" lineClamp="2">
              {photo.description}
            </Text>
          )}
        </Flex>
        <Flex
          alignItems="center"
          gap="3"
          flexWrap="wrap"
          width={{ base: 'full', sm: 'auto' }}
          css={{ '& > button': { flexGrow: { base: 1, sm: 0 } } }}
        >
          {actions}
        </Flex>
      </Bar>
      {props.children}
      <ToastRegion />
      <Neighbours photos={[photos[index - 1], photos[index + 1]]} />
    </Stage>
  )
}
