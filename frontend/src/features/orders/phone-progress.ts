import { useState } from 'react'
import * as z from 'zod'
import { keptList } from '#frontend/shared/ticks/kept-list.ts'
import type { Savable } from './saved-files.ts'

const Size = z.enum(['original', 'web'])
type Size = z.infer<typeof Size>
type Keys = readonly string[]

/** Of how many orders, each in one size, it is kept: the oldest goes, since nothing else clears a browser's storage. */
const most = 10
/** Orders by their number: their id is a secret, by which the order opens. */
const progress = keptList({
  storage: () => localStorage,
  key: 'saved_to_phone',
  item: z.object({ order: z.string(), size: Size, files: z.array(z.string()) }),
})

const read = (order: string, size: Size): Keys =>
  progress.read().find((each) => each.order === order && each.size === size)?.files ?? []
const keep = (order: string, size: Size, files: Keys) => {
  const others = progress.read().filter((each) => each.order !== order || each.size !== size)
  const own = files.length > 0 ? [{ order, size, files: [...files] }] : []
  progress.keep([...own, ...others].slice(0, most))
}

/** One file of an order: "3", or "3/12" for the twelfth photo of a whole gallery. */
export const keyOf = ({ line, file }: Pick<Savable, 'line' | 'file'>): string =>
  file === undefined ? String(line) : `${line}/${file}`

/** What is not saved yet; a whole gallery counts its photos that are not. */
export const unsavedOf = (items: readonly Savable[], saved: ReadonlySet<string>): Savable[] => {
  const byLine = new Map<string, number>()
  for (const key of saved) {
    const [line = ''] = key.split('/')
    byLine.set(line, (byLine.get(line) ?? 0) + 1)
  }
  return items
    .map((item) => ({ ...item, fileCount: item.fileCount - (byLine.get(String(item.line)) ?? 0) }))
    .filter(({ fileCount }) => fileCount > 0)
}

/**
 * Which files of an order the phone took, in each size. Kept in the browser, since a phone ends a page that it needs the
 * memory of; where nothing can be kept, it lasts as long as the page.
 */
export const usePhoneProgress = (order: string) => {
  const [known, setKnown] = useState(() => ({ original: read(order, 'original'), web: read(order, 'web') }))
  return {
    savedIn: (size: Size): ReadonlySet<string> => new Set(known[size]),
    /** Beside those that are known by now, here or in another tab. */
    note: (size: Size, keys: Keys) => {
      keep(order, size, [...new Set([...read(order, size), ...keys])])
      setKnown((before) => ({ ...before, [size]: [...before[size], ...keys] }))
    },
    forget: (size: Size) => {
      keep(order, size, [])
      setKnown((before) => ({ ...before, [size]: [] }))
    },
  }
}
