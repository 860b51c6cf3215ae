import * as z from 'zod'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { SetId } from '#schema/ids.ts'

type Sets = OwnGallery['sets']
const Line = z.object({ key: z.string(), id: SetId.nullable(), name: z.string() }).readonly()
const Typed = z.object({
  before: z.array(z.object({ id: SetId, name: z.string() })),
  lines: z.array(Line).readonly(),
})
/** A set as it is typed. */
export type SetLine = z.infer<typeof Line>

const lineOf = (set: Sets[number]): SetLine => ({ ...set, key: set.id })
const linesOf = (sets: Sets): readonly SetLine[] =>
  sets.length === 0 ? [{ key: 'first', id: null, name: '' }] : sets.map(lineOf)
export const newLine = (): SetLine => ({ key: crypto.randomUUID(), id: null, name: '' })

/** The lines in the order of `sorted`; one that is not there stands behind the same line as before. */
const inOrderOf = (sorted: readonly SetLine[], lines: readonly SetLine[]): readonly SetLine[] => {
  const all = [...sorted]
  let next = 0
  for (const line of lines) {
    const place = all.findIndex(({ key }) => key === line.key)
    if (place < 0) all.splice(next++, 0, line)
    else {
      all[place] = line
      next = place + 1
    }
  }
  return all
}

/**
 * What was typed, with what others have made of the sets meanwhile: a name that was not typed here is the one saved
 * there, and so is the order where no set was moved here.
 */
const broughtTogether = (typed: readonly SetLine[], before: Sets, after: Sets): readonly SetLine[] => {
  const nameIn = (sets: Sets, wanted: SetId) => sets.find(({ id }) => id === wanted)?.name
  const kept = typed.flatMap((line): SetLine[] => {
    if (line.id === null) return [line]
    const isRenamed = line.name !== nameIn(before, line.id)
    const name = nameIn(after, line.id)
    // What was deleted there and renamed here is made anew.
    if (name === undefined) return isRenamed ? [{ ...line, id: null }] : []
    return [isRenamed ? line : { ...line, name }]
  })
  const isAdded = ({ id }: Sets[number]) => nameIn(before, id) === undefined
  const ids = typed.flatMap(({ id }) => id ?? [])
  const isMoved = before.filter(({ id }) => ids.includes(id)).some(({ id }, place) => id !== ids[place])
  if (isMoved) return [...kept, ...after.filter(isAdded).map(lineOf)]
  return inOrderOf(after.filter((set) => isAdded(set) || ids.includes(set.id)).map(lineOf), kept)
}

/** The lines of the form as one text, so that they are kept as what any other field holds; with the sets they were made of. */
export const textOfLines = (lines: readonly SetLine[], before: Sets): string => JSON.stringify({ before, lines })
export const textOfSets = (sets: Sets): string => textOfLines(linesOf(sets), sets)

/** The lines of that text, brought together with the sets as they are now. */
export const linesIn = (text: string, now: Sets): readonly SetLine[] => {
  try {
    const { before, lines } = Typed.parse(JSON.parse(text))
    return broughtTogether(lines, before, now)
  } catch {
    // Kept by a release that wrote it in another way.
    return linesOf(now)
  }
}
