import * as z from 'zod'
import { dropDraft, draftPrefix as prefix } from './draft-owner.ts'

const Kept = z.object({ start: z.record(z.string(), z.unknown()), values: z.record(z.string(), z.unknown()) })

/**
 * Stores what was typed into forms but not saved, for this tab, so that a reload, a new release or signing in again
 * with Google loses nothing. Session storage ends with the tab, and drafts are removed when their author's session
 * ends.
 */
const without = (values: object, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)))

type Draft = { start: object; values: object; secrets: readonly string[] }
export const keepDraft = (key: string, { start, values, secrets }: Draft) => {
  try {
    const kept = { start: without(start, secrets), values: without(values, secrets) }
    sessionStorage.setItem(prefix + key, JSON.stringify(kept))
  } catch {
    // Storage is full or forbidden: the draft lasts as long as the page.
  }
}

export const hasDraft = (key: string) => sessionStorage.getItem(prefix + key) !== null

/** What a draft keeps of these values, to tell by it later whether that is still all that was typed. */
export const draftTextOf = (values: object, secrets: readonly string[] = []) =>
  JSON.stringify(Object.entries(without(values, secrets)).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Forgets a draft that was saved, unless something else was typed since: here, or in a form that was opened anew. */
export const dropSavedDraft = (key: string, sent: string) => {
  const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')).data
  if (kept && draftTextOf(kept.values) === sent) dropDraft(key)
}

/**
 * Returns the current fields with the draft applied. Only those draft values count that differ from the fields at the
 * time of typing, so that values saved elsewhere since are kept. `undefined` without a draft that changes anything.
 */
export const withDraft = <V extends object>(key: string, current: V): V | undefined => {
  const text = sessionStorage.getItem(prefix + key)
  if (text === null) return undefined
  try {
    const { start, values } = Kept.parse(JSON.parse(text))
    const typed = Object.entries(current).flatMap(([name, value]) =>
      typeof values[name] === typeof value && values[name] !== start[name] && values[name] !== value
        ? [[name, values[name]]]
        : [],
    )
    return typed.length > 0 ? { ...current, ...Object.fromEntries(typed) } : undefined
  } catch {
    dropDraft(key)
    return undefined
  }
}
