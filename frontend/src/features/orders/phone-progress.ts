import { useState } from 'react'
import * as z from 'zod'
import { keptList } from '#frontend/shared/ticks/kept-list.ts'
import type { Savable } from './saved-files.ts'

const Size = z.enum(['original', 'web'])
type Size = z.infer<typeof Size>
type Keys = readonly string[]

/** A file that the phone's library does not take, as much of it as is needed to offer it by itself. */
const Apart = z.object({ line: z.int(), file: z.int().optional(), title: z.string(), hasWebSize: z.boolean() })
type Apart = z.output<typeof Apart>
/** `files` were saved. */
const Progress = z.object({ files: z.array(z.string()), apart: z.array(Apart).default([]) })
type Progress = z.output<typeof Progress>

/** Of how many orders, each in one size, it is kept: the oldest goes, since nothing else clears a browser's storage. */
const most = 10
/** Orders by their number: their id is a secret, by which the order opens. */
const progress = keptList({
  storage: () => localStorage,
  key: 'saved_to_phone',
  item: Progress.extend({ order: z.string(), size: Size }),
})

const read = (order: string, size: Size): Progress => {
  const { files, apart } = progress.read().find((each) => each.order === order && each.size === size) ?? {}
  return { files: files ?? [], apart: apart ?? [] }
}
const keep = (order: string, size: Size, { files, apart }: Progress) => {
  const others = progress.read().filter((each) => each.order !== order || each.size !== size)
  const own = files.length > 0 || apart.length > 0 ? [{ order, size, files, apart }] : []
  progress.keep([...own, ...others].slice(0, most))
}

/** One file of an order: "3", or "3/12" for the twelfth photo of a whole gallery. */
export const keyOf = ({ line, file }: Pick<Apart, 'line' | 'file'>): string =>
  file === undefined ? String(line) : `${line}/${file}`

/** All but those; a whole gallery counts its photos that are not among them. */
export const othersOf = (items: readonly Savable[], known: ReadonlySet<string>): Savable[] => {
  const byLine = new Map<string, number>()
  for (const key of known) {
    const [line = ''] = key.split('/')
    byLine.set(line, (byLine.get(line) ?? 0) + 1)
  }
  return items
    .map((item) => ({ ...item, fileCount: item.fileCount - (byLine.get(String(item.line)) ?? 0) }))
    .filter(({ fileCount }) => fileCount > 0)
}

/** The same file is there once. */
const joined = (one: readonly Apart[], other: readonly Apart[]): Apart[] => [
  ...new Map([...one, ...other].map((each) => [keyOf(each), each])).values(),
]

/**
 * Which files of an order the phone took, in each size, and which its library does not take. Kept in the browser, since a
 * phone ends a page that it needs the memory of; where nothing can be kept, it lasts as long as the page.
 */
export const usePhoneProgress = (order: string) => {
  const [known, setKnown] = useState(() => ({ original: read(order, 'original'), web: read(order, 'web') }))
  const become = (size: Size, next: (before: Progress) => Progress) => {
    // Beside those that are known by now, here or in another tab.
    keep(order, size, next(read(order, size)))
    setKnown((before) => ({ ...before, [size]: next(before[size]) }))
  }
  return {
    savedIn: (size: Size): ReadonlySet<string> => new Set(known[size].files),
    apartIn: (size: Size): readonly Apart[] => known[size].apart,
    note: (size: Size, keys: Keys) =>
      become(size, ({ files, apart }) => ({ files: [...new Set([...files, ...keys])], apart })),
    noteApart: (size: Size, found: readonly Savable[]) => {
      const kept = found.map(({ line, file, title, hasWebSize }) => ({ line, file, title, hasWebSize }))
      if (kept.length > 0) become(size, ({ files, apart }) => ({ files, apart: joined(apart, kept) }))
    },
    /** Forgets what was saved. What the library does not take, it would not take another time. */
    forget: (size: Size) => become(size, ({ apart }) => ({ files: [], apart })),
  }
}
