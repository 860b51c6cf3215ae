import { limits } from '#schema/limits.ts'
import { reservedSegments, servedSegments } from '#schema/paths.ts'
import { PageName, slugOf } from '#schema/text.ts'

const reserved: ReadonlySet<string> = new Set([...reservedSegments, ...servedSegments])

export const isReserved = (name: string): boolean => reserved.has(name)

/** The name in its stored form, `undefined` when it breaks the rules of section 5 of the specification. */
export const pageNameOf = (text: string): string | undefined => {
  const parsed = PageName.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

/** Names made from a display name, the plainest first; the last ones are nearly certain to be free. */
export const pageNamesFor = (displayName: string, randomEnds: readonly string[]): string[] => {
  const base = slugOf(displayName) || 'photographer'
  const endings = ['', '-photo', '-photography', '-2', '-3', '-4', '-5', ...randomEnds.map((end) => `-${end}`)]
  const names = endings.map((ending) => withEnding(base, ending))
  return [...new Set(names)].filter((name) => pageNameOf(name) === name && !isReserved(name))
}

const withEnding = (base: string, ending: string): string =>
  `${base.slice(0, limits.pageName.max - ending.length).replace(/-$/, '')}${ending}`
