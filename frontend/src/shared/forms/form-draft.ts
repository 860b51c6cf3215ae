import * as z from 'zod'
import { draftPrefix as prefix } from './draft-owner.ts'

const Kept = z.object({ start: z.record(z.string(), z.unknown()), values: z.record(z.string(), z.unknown()) })

/**
 * What was typed into forms and not saved yet, kept for this tab: a reload, a new release, or signing in again with
 * Google loses nothing. Session storage ends with the tab, and drafts end with whoever typed them.
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

export const dropDraft = (key: string) => sessionStorage.removeItem(prefix + key)

/**
 * The fields as they are now, with what was typed laid over: only what differed from the fields of then counts, so that
 * what was saved elsewhere meanwhile stands. `undefined` without a draft that changes anything.
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
