import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Whoever has typed nothing for so long has gone away, or put the keyboard of a phone away, which leaves the focus where it is. */
const mostIdleMs = 60_000

/** Its turn may come, but somebody types into it. */
export const waitsForTyping = ({ key, isEdited, status }: UploadItem, queue: UploadQueue): boolean =>
  isEdited === true && status === 'pending' && queue.isStarted(key)

const hasNumber = (price: string) => /\p{N}/u.test(price)

/** Whether this is the button that takes the row off the list: what it holds is not sent for that, and can be had back. */
const takesOff = (target: EventTarget | null, fields: Element | null): boolean =>
  target instanceof Element &&
  fields !== null &&
  target.closest('[data-part=remove]')?.closest('li')?.contains(fields) === true

const leadsAway = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[href]') !== null

/** For the element around the fields of a row: says when somebody begins to type there, and when they have finished. */
export const useRowTyping = ({ key, isEdited, title, description, price }: UploadItem, queue: UploadQueue) => {
  const place = useRef<HTMLDivElement>(null)
  // What stood there before somebody began to type.
  const before = useRef(price)
  useEffect(() => {
    if (!isEdited) before.current = price
  })
  useEffect(
    () => () => {
      // Its fields go as well when it begins to be sent, as it was left.
      const row = queue.snapshot().find((item) => item.key === key)
      // Whoever goes to another page in the middle of it has not said that the photo is free.
      if (row?.isEdited && !hasNumber(row.price)) queue.edit(key, { price: before.current })
      queue.leave(key)
    },
    [queue, key],
  )
  /** A mouse is down where that says nothing of what was typed. Safari puts the focus on no button for it. */
  const isPressedElsewhere = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew with each letter.
  useEffect(() => {
    if (!isEdited) return
    // Not with a price that was only cleared yet: the photo would be anybody's to download.
    const timer = hasNumber(price) ? setTimeout(() => queue.leave(key), mostIdleMs) : undefined
    // Some browsers leave the focus in a field while something else is pressed. Not when it is let go: a text is marked
    // by drawing from inside a field to outside of it.
    const leaveByPress = ({ target }: Event) => {
      isPressedElsewhere.current = takesOff(target, place.current) || (leadsAway(target) && !hasNumber(price))
      if (isPressedElsewhere.current) return
      // A press on the page's scrollbar is one on the document.
      const isOutside = target instanceof Node && target !== document.documentElement
      if (isOutside && !place.current?.contains(target)) queue.leave(key)
    }
    document.addEventListener('mousedown', leaveByPress)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('mousedown', leaveByPress)
    }
  }, [queue, key, isEdited, title, description, price])
  const enter = () => {
    isPressedElsewhere.current = false
    queue.enter(key)
  }
  return {
    ref: place,
    // Not where the focus was put here because a button went away: nobody means to type yet.
    onFocus: ({ relatedTarget: before }: FocusEvent) => before && enter(),
    // Not where a finger is only put down: it may begin to scroll, which moves no focus.
    onClick: ({ target }: MouseEvent) => target instanceof HTMLInputElement && enter(),
    onInput: enter,
    onKeyDown: ({ key: pressed, nativeEvent }: KeyboardEvent) => {
      if (pressed === 'Enter' && !nativeEvent.isComposing) queue.leave(key)
    },
    onBlur: ({ currentTarget, relatedTarget: next }: FocusEvent) => {
      if (next instanceof HTMLElement && takesOff(next, currentTarget)) {
        // By a key it is come to on the way to somewhere else as well.
        const leaveLater = ({ relatedTarget: then }: { relatedTarget: EventTarget | null }) => {
          if (!(then instanceof Node && currentTarget.contains(then))) queue.leave(key)
        }
        next.addEventListener('blur', leaveLater, { once: true })
        return
      }
      if (isPressedElsewhere.current) return
      // Whoever only looks into another window comes back to the same field.
      if (!currentTarget.contains(next) && !currentTarget.contains(document.activeElement)) queue.leave(key)
    },
  }
}
