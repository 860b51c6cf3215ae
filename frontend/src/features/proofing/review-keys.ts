import { type RefObject, useEffect, useRef } from 'react'
import type { ProofDecision } from '#schema/api/proofing.ts'
import { PhotoId } from '#schema/ids.ts'
import { decisionOfKey } from './decision-buttons.tsx'

const openersIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-opener]')]
const cardOf = (element: Element | null) => element?.closest('[data-photo]') ?? null

/** What has a use of its own for these keys, or will have once its code has come; a box to tick has none. */
const owners =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [aria-haspopup], [role="menu"], [role="tablist"]'
/** What lies over the page: its keys are its own, wherever the focus is. */
const above = 'dialog[open], :is([role="dialog"], [role="alertdialog"], [role="menu"])[data-state="open"]'

const isForOthers = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.metaKey ||
  event.ctrlKey ||
  event.altKey ||
  // With Shift an arrow marks text; some keyboards have their digits there.
  (event.shiftKey && event.key.startsWith('Arrow')) ||
  (event.target instanceof Element && event.target.closest(owners) !== null) ||
  document.querySelector(above) !== null

/** The first card of which at least half is on the screen, or else the first of all. */
const firstInSight = (list: HTMLElement) => {
  const { left } = list.getBoundingClientRect()
  const isInSight = (opener: HTMLElement) => {
    const box = (cardOf(opener) ?? opener).getBoundingClientRect()
    return box.top + box.bottom > 0 && box.left + box.right > 2 * left
  }
  const openers = openersIn(list)
  return openers.find(isInSight) ?? openers[0]
}

/** From card to card; up and down find the card above or below. */
const neighbour = (list: HTMLElement, card: Element, key: string) => {
  const openers = openersIn(list)
  const at = openers.findIndex((opener) => card.contains(opener))
  const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  return openers[at + (steps[key] ?? 0)]
}

type ReviewKeys = {
  list: RefObject<HTMLElement | null>
  decide: (photoId: PhotoId, status: ProofDecision) => void
  /** Not while the viewer is open, which has keys of its own. */
  isOn: boolean
}

/**
 * The keys of a review, wherever on its page the focus is: in Safari a button that is clicked does not get it. Arrows go
 * from card to card; from elsewhere the ones to the side lead to the card that had the focus or was decided last, or to the
 * first in sight, and the others scroll the page. A decision is taken by the card that has the focus alone: only that one
 * is seen to be meant.
 */
export const useReviewKeys = ({ list, decide, isOn }: ReviewKeys) => {
  /** The photo whose card an arrow from elsewhere leads to. */
  const last = useRef<string>(null)
  const onKey = (event: KeyboardEvent) => {
    if (!list.current || isForOthers(event)) return
    const focused = event.target instanceof Element ? event.target : null
    const card = list.current.contains(focused) ? cardOf(focused) : null
    if (event.key.startsWith('Arrow')) {
      const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
      const known = list.current.querySelector<HTMLElement>(`[data-photo="${last.current ?? ''}"] [data-opener]`)
      const entry = isAcross ? (known ?? firstInSight(list.current)) : undefined
      const next = card ? neighbour(list.current, card, event.key) : entry
      // Where no card lies that way, the key is the browser's.
      if (!next) return
      event.preventDefault()
      next.focus()
      return
    }
    const status = event.repeat ? undefined : decisionOfKey(event.key)
    const photoId = PhotoId.safeParse(card?.getAttribute('data-photo'))
    if (status && photoId.success) decide(photoId.data, status)
  }
  const now = useRef(onKey)
  useEffect(() => {
    now.current = onKey
  })
  useEffect(() => {
    if (!isOn) return
    const hear = (event: KeyboardEvent) => now.current(event)
    const see = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? cardOf(target) : null
      if (card && list.current?.contains(card)) last.current = card.getAttribute('data-photo')
    }
    addEventListener('keydown', hear)
    addEventListener('focusin', see)
    return () => {
      removeEventListener('keydown', hear)
      removeEventListener('focusin', see)
    }
  }, [isOn, list])
  return {
    /** A card that was clicked, whether or not it got the focus. */
    note: (photoId: PhotoId) => {
      last.current = photoId
    },
  }
}
