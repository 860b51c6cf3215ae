import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Whoever has typed nothing for so long has gone away, or put the keyboard of a phone away, which leaves the focus where it is. */
const mostIdleMs = 60_000

/** Its turn may come, but somebody types into it. */
export const waitsForTyping = ({ key, isEdited, status }: UploadItem, queue: UploadQueue): boolean =>
  isEdited === true && status === 'pending' && queue.isStarted(key)

/** For the element around the fields of a row: says when somebody begins to type there, and when they have finished. */
export const useRowTyping = ({ key, isEdited, title, description, price }: UploadItem, queue: UploadQueue) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => () => queue.leave(key), [queue, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew with each letter.
  useEffect(() => {
    if (!isEdited) return
    // Not with a price that was only cleared yet: the photo would be anybody's to download.
    const timer = price.trim() === '' ? undefined : setTimeout(() => queue.leave(key), mostIdleMs)
    // Some browsers leave the focus in a field while something else is pressed. Not when it is let go: a text is marked
    // by drawing from inside a field to outside of it.
    const leaveByPress = ({ target }: Event) => {
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
  const enter = () => queue.enter(key)
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
      // Whoever only looks into another window comes back to the same field.
      if (!currentTarget.contains(next) && !currentTarget.contains(document.activeElement)) queue.leave(key)
    },
  }
}
