import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import { Box, Text } from './layout.tsx'
import { clearOf } from './safe-area.ts'
import { isHeld, settle } from './toast-place.ts'
import { whenRested } from './when-still.ts'

/** The specification's kinds: destructive unless noted. */
type ToastKind = 'destructive' | 'success' | 'info'
export type ToastAction = { label: string; act: () => void }
export type Toast = {
  kind?: ToastKind
  title: string
  description?: string
  lifeMs?: number
  /** The same stands beside a field: on a phone there alone, and it goes as soon as something is typed. */
  isAtField?: boolean
  /** Of work that goes on whichever page is shown ("Connection lost"): another page does not take it away. */
  isOfNoPage?: boolean
  /** What takes back what was done ("Undo"). */
  action?: ToastAction
}
type Shown = Required<Pick<Toast, 'kind' | 'title' | 'lifeMs' | 'isAtField' | 'isOfNoPage'>> & {
  description?: string | undefined
  action?: ToastAction | undefined
} & { id: number; shownAtMs: number }

const lifeMs = { destructive: 8_000, success: 5_000, info: 6_000 } as const
/** Long enough to read what is gone and to want it back. */
const actionLifeMs = 12_000
/** So long an error stands before another matter takes its place: what came at once would never be seen. */
const errorStandsMs = 800
/** What leads to another page may say something there; what is older than this was about the page before. */
const freshMs = 1_000

const none: readonly Shown[] = []
let shown = none
let nextId = 1
let next: ReturnType<typeof setTimeout> | undefined
/** What the one that waits for an error to be read will offer. */
let coming: ToastAction | undefined
const listeners = new Set<() => void>()
const show = (next: readonly Shown[]) => {
  shown = next
  for (const listener of listeners) listener()
}
const dismiss = (id: number) => show(shown.filter((each) => each.id !== id))

/** Says something in passing, from anywhere, in place of what was said before. `kind` is 'destructive' unless told. */
export const toast = ({ kind = 'destructive', isAtField = false, isOfNoPage = false, ...rest }: Toast) => {
  const { action, lifeMs: life, ...said } = rest
  const standsMs = life ?? (action ? actionLifeMs : lifeMs[kind])
  const shownNow = () => {
    coming = undefined
    show([{ id: nextId++, kind, isAtField, isOfNoPage, action, lifeMs: standsMs, shownAtMs: Date.now(), ...said }])
  }
  const [current] = shown
  const isOther = current?.kind === 'destructive' && current.title !== said.title
  const waitMs = isOther ? current.shownAtMs + errorStandsMs - Date.now() : 0
  clearTimeout(next)
  coming = action
  if (waitMs > 0) next = setTimeout(shownNow, waitMs)
  else shownNow()
}
/** Whether this can be pressed still, or soon. */
export const isOffered = (action: ToastAction): boolean =>
  action === coming || shown.some((each) => each.action === action)
const takeAway = (isOver: (each: Shown) => boolean) => {
  if (shown.some(isOver)) show(shown.filter((each) => !isOver(each)))
}
const isFresh = ({ shownAtMs }: Shown) => Date.now() - shownAtMs < freshMs
/** Takes errors away whose matter is over: the door has opened. What is of no page is no matter of a door. */
export const dismissErrors = () => takeAway(({ kind, isOfNoPage }) => kind === 'destructive' && !isOfNoPage)
/**
 * Takes away what was said about the page that was left, but not what can be taken back, nor what is of no page.
 * @param pressedAtMs When somebody last pressed something: a success that was said since is said to the page to come,
 *   which may take its time on a slow line.
 */
export const dismissOfPageBefore = (pressedAtMs: number) =>
  takeAway(
    (each) =>
      !isFresh(each) &&
      !each.isOfNoPage &&
      (each.kind === 'destructive' || (each.action === undefined && each.shownAtMs < pressedAtMs)),
  )
/** Takes away what was said under this title: what it told of is on the page by now. */
export const dismissToast = (title: string) => takeAway((each) => each.title === title)
/**
 * A dialog is another matter: what was said of the page behind it goes, but not what can be taken back there, nor what is
 * of no page. Those go on in the dialog, among its parts.
 */
const dismissForDialog = () =>
  takeAway((each) => each.kind !== 'destructive' && each.action === undefined && !each.isOfNoPage && !isFresh(each))
/** Takes every toast away: whoever leaves the account leaves nothing that was said to them. */
export const clearToasts = () => {
  clearTimeout(next)
  coming = undefined
  show([])
}

const Region = chakra('section', {
  base: { display: 'flex', flexDirection: 'column', gap: '2', pointerEvents: 'none' },
  variants: {
    place: {
      window: {
        position: 'fixed',
        // At the top, since what a person presses next (pay, add to cart) is at the bottom.
        top: '20',
        '&[data-low]': { top: 'auto', bottom: clearOf('bottom', '1.5rem') },
        right: { base: clearOf('right', '0.75rem'), md: clearOf('right', '1.5rem') },
        left: { base: clearOf('left', '0.75rem'), md: 'auto' },
        width: { md: '26rem' },
        zIndex: 'toast',
        // Where it would stand is measured: with less motion every change has a transition, of no time, that begins late.
        transitionProperty: 'none',
      },
      // Among its other parts, above its buttons: anywhere else it would lie on one of them, or on a field.
      dialog: { flexShrink: 0, paddingInline: '6', '& > [data-kind]': { marginBottom: '4', boxShadow: 'none' } },
    },
  },
})
const Slip = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    padding: '3',
    paddingInlineStart: '4',
    background: 'surface',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'control',
    boxShadow: 'lifted',
    // On a phone it covers part of the page: touches pass through to what is below, except on the toast's own buttons.
    pointerEvents: { base: 'none', md: 'auto' },
    '& button': { pointerEvents: 'auto' },
  },
  variants: {
    kind: { destructive: { borderColor: 'danger' }, success: {}, info: {} },
    isAtField: { true: { display: { base: 'none', md: 'flex' } }, false: {} },
  },
})

const icons = { destructive: CircleAlert, success: CircleCheck, info: Info } as const
const iconColors = { destructive: 'danger', success: 'success', info: 'ink.muted' } as const

const ToastSlip = ({ slip }: { slip: Shown }) => {
  const [isHeld, setIsHeld] = useState(false)
  // From when it was first seen: a dialog that opens or closes meanwhile draws it anew in another region.
  const [countedFromMs, setCountedFromMs] = useState(slip.shownAtMs)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(slip.id), countedFromMs + slip.lifeMs - Date.now())
    return () => clearTimeout(timer)
  }, [slip, isHeld, countedFromMs])
  const isOverWhenTyped = slip.isAtField
  useEffect(() => {
    if (!isOverWhenTyped) return
    const mended = () => dismiss(slip.id)
    addEventListener('input', mended)
    return () => removeEventListener('input', mended)
  }, [slip, isOverWhenTyped])
  const Icon = icons[slip.kind]
  const hold = () => setIsHeld(true)
  const release = () => {
    setIsHeld(false)
    setCountedFromMs(Date.now())
  }
  return (
    <Slip
      kind={slip.kind}
      isAtField={slip.isAtField}
      data-kind={slip.kind}
      role={slip.kind === 'destructive' ? 'alert' : 'status'}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Box color={iconColors[slip.kind]} paddingTop="1.5" aria-hidden>
        <Icon size={18} />
      </Box>
      <Box flex="1" paddingBlock="1">
        <Text fontWeight="medium">{slip.title}</Text>
        {slip.description && (
          <Text fontSize="sm" color="ink.muted">
            {slip.description}
          </Text>
        )}
      </Box>
      {slip.action && (
        <Button
          size="sm"
          onClick={() => {
            dismiss(slip.id)
            slip.action?.act()
          }}
        >
          {slip.action.label}
        </Button>
      )}
      <IconButton label="Dismiss" size="sm" onClick={() => dismiss(slip.id)}>
        <X />
      </IconButton>
    </Slip>
  )
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

// On the server, and in the render that takes its HTML over.
const noneShown = () => none
const notLast = () => false

let regions: readonly symbol[] = []
const arrange = (next: readonly symbol[]) => {
  regions = next
  for (const listener of listeners) listener()
}

/**
 * Where toasts appear. A modal dialog mounts one of its own, because nothing outside it can be seen or read out; the
 * last one mounted shows them. Written here because Chakra's toaster would add 20 kB to every public page before it
 * paints.
 */
export const ToastRegion = ({ place = 'window' }: { place?: 'window' | 'dialog' }) => {
  const [self] = useState(() => Symbol('region'))
  // Deferred, so that the control that was touched renders first and the toast after it.
  const slips = useDeferredValue(useSyncExternalStore(subscribe, () => shown, noneShown))
  const isLast = useSyncExternalStore(subscribe, () => regions.at(-1) === self, notLast)
  useEffect(() => {
    if (place === 'dialog') dismissForDialog()
    arrange([...regions, self])
    return () => arrange(regions.filter((region) => region !== self))
  }, [self, place])
  const region = useRef<HTMLElement>(null)
  const shownId = isLast ? slips.at(-1)?.id : undefined
  useLayoutEffect(() => {
    const element = region.current
    if (place !== 'window' || shownId === undefined || !element) return undefined
    const stand = () => settle(element)
    stand()
    // A phone is turned, or its keyboard comes up.
    addEventListener('resize', stand)
    const stop = whenRested(() => {
      if (!isHeld(element)) settle(element, { stays: true })
    })
    return () => {
      stop()
      removeEventListener('resize', stand)
    }
  }, [place, shownId])
  // Named, and so a landmark, is one alone: a dialog that closes still has its own when the next has opened.
  return (
    <Region ref={region} place={place} aria-label={isLast ? 'Notifications' : undefined}>
      {isLast && slips.map((slip) => <ToastSlip key={slip.id} slip={slip} />)}
    </Region>
  )
}
