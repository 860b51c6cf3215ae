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

/** What was typed, with what others have made of the sets meanwhile: a name that was not typed here is the one saved there. */
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
  const added = after.filter(({ id }) => nameIn(before, id) === undefined)
  return [...kept, ...added.map(lineOf)]
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
