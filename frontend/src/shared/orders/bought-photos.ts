import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import type { PhotoView } from '#schema/api/views.ts'
import type { PhotoSize } from '#schema/web-size.ts'

export const boughtKey = 'bought_photos'
/** Each an id, and behind an @ what is noted of it: so a page of before, which knew ids alone, passes over the others. */
const Known = z.array(z.string()).catch([])
/**
 * By id. Of a photo: `web` where its Web size was bought, `upgrade` where the Original was for the difference. Of a whole
 * gallery: until when what came to it is in the order, and behind an @ when that was paid; earlier releases noted the first.
 */
type Notes = ReadonlyMap<string, string>
const none: Notes = new Map()

let read: { text: string | null; notes: Notes } = { text: null, notes: none }

const notesOf = (text: string): Notes =>
  new Map(
    Known.parse(JSON.parse(text)).map((each) => {
      const [id = '', ...note] = each.split('@')
      return [id, note.join('@')]
    }),
  )

/** What this browser has bought, read anew only when it has changed. */
export const bought = (): Notes => {
  try {
    const text = localStorage.getItem(boughtKey)
    if (text !== read.text) read = { text, notes: text === null ? none : notesOf(text) }
  } catch {
    // Forbidden or unreadable: photos are offered without a mark.
    return none
  }
  return read.notes
}

const subscribe = (listener: () => void) => {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/**
 * Until when what came to a gallery is in an order of the whole of it, `''` where none was bought from this browser.
 */
export const useBoughtWhole = (galleryId: string): string =>
  useSyncExternalStore(
    subscribe,
    () => bought().get(galleryId)?.split('@')[0] ?? '',
    () => '',
  )

/** Those of some galleries of which this browser has not bought the whole. */
export const useWithoutBoughtWholes = <G extends { galleryId: string }>(galleries: readonly G[]): readonly G[] => {
  const notes = useSyncExternalStore(subscribe, bought, () => none)
  return galleries.filter(({ galleryId }) => !notes.get(galleryId))
}

/** `isExcepted`: it is kept from who bought its whole gallery before it came; `sharedAt`: it was until then. */
type Offered = Pick<PhotoView, 'createdAt' | 'sharedAt'> & {
  id: string
  galleryId: string
  isExcepted?: boolean | undefined
}

const isOfWhole = (note: string, { createdAt, isExcepted, sharedAt = createdAt }: Offered): boolean => {
  // An earlier release did not note when it was paid: rather a mark too many, which bars nothing, than paid twice.
  const [until = '', paidAt = until] = note.split('@')
  return createdAt < paidAt || (!isExcepted && sharedAt < until)
}

const boughtAs = (notes: Notes, photo: Offered): PhotoSize | undefined => {
  const { id, galleryId } = photo
  if (isOfWhole(notes.get(galleryId) ?? '', photo)) return 'original'
  const note = notes.get(id)
  if (note === undefined) return undefined
  return note === 'web' ? 'web' : 'original'
}

/**
 * What of a photo was bought from this browser, alone or with its gallery, as far as it knows: a mark for people, which
 * opens and forbids nothing.
 */
export const useBought = (photo: Offered): PhotoSize | undefined =>
  useSyncExternalStore(
    subscribe,
    () => boughtAs(bought(), photo),
    () => undefined,
  )

/**
 * Those of some photos that a press on "all" means. One that was bought as Web size is none of them either: its order has
 * the Original for the difference.
 */
export const useNotBought = <P extends Offered>(photos: readonly P[]): readonly P[] => {
  const notes = useSyncExternalStore(subscribe, bought, () => none)
  return photos.filter((photo) => !boughtAs(notes, photo))
}
