import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

const storageKey = 'bought_photos'
/**
 * How many bought photos are remembered, the latest, since nothing else clears a browser's storage. Older ones are
 * offered without the mark that they are bought.
 */
const most = 2_000
const Known = z.array(z.string()).catch([])
const none: ReadonlySet<string> = new Set()

const listeners = new Set<() => void>()
let read: { text: string | null; ids: ReadonlySet<string> } = { text: null, ids: none }

/** What this browser has bought, read anew only when it has changed. */
const bought = (): ReadonlySet<string> => {
  try {
    const text = localStorage.getItem(storageKey)
    if (text !== read.text) read = { text, ids: text === null ? none : new Set(Known.parse(JSON.parse(text))) }
  } catch {
    // Forbidden or unreadable: photos are offered without a mark.
    return none
  }
  return read.ids
}

type Line = { photoId: string; isRefunded: boolean }

/** Remembers the photos of a finished order, and forgets what was given back. Only ids: nothing opens an order. */
export const noteBought = (lines: readonly Line[]) => {
  const before = [...bought()]
  const told = new Set(lines.map(({ photoId }) => photoId))
  const kept = lines.filter(({ isRefunded }) => !isRefunded).map(({ photoId }) => photoId)
  const next = [...before.filter((id) => !told.has(id)), ...new Set(kept)].slice(-most)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch (thrown) {
    logWarning('bought_photos_not_kept', { error: errorName(thrown) })
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Whether a photo was bought from this browser, as far as it knows: a mark for people, which opens and forbids nothing. */
export const useIsBought = (photoId: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => bought().has(photoId),
    () => false,
  )
