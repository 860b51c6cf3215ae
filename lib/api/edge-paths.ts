import type { Endpoint, SubjectSpec } from '#schema/api/endpoint.ts'

export type EdgePaths = {
  /** CloudFront path patterns in the order in which they must be tried; what matches none is not kept. */
  readonly patterns: readonly { readonly path: string; readonly kept: boolean }[]
}

/**
 * The path patterns of the API's answers that CloudFront may cache. `*` in a pattern also matches slashes, so the
 * pattern of a cached `/galleries/{id}` also matches `/galleries/{id}/like`. Every endpoint that must reach the API but
 * is matched by a cached pattern therefore gets a pattern of its own in front.
 * @throws when one path has endpoints of both kinds, because CloudFront chooses by path alone.
 */
export const edgePatterns = (subjects: readonly SubjectSpec[]): EdgePaths['patterns'] => {
  const endpoints = subjects.flatMap(({ endpoints }) => Object.values(endpoints))
  const kept = endpoints.filter(({ cache }) => cache === 'edge')
  const keptPatterns = [...new Set(kept.map(patternOf))]
  const fresh = endpoints.filter(({ cache }) => cache !== 'edge')
  const caught = fresh.filter(({ path }) => keptPatterns.some((pattern) => matches(pattern, `/api${path}`)))
  const exceptions = [...new Set(caught.map(patternOf))]
  const both = exceptions.find((pattern) => keptPatterns.includes(pattern))
  if (both !== undefined) throw new Error(`${both} has kept and fresh endpoints; CloudFront cannot tell them apart.`)

  const all = [
    ...exceptions.map((path) => ({ path, kept: false })),
    ...keptPatterns.map((path) => ({ path, kept: true })),
  ].sort((a, b) => specific(b.path) - specific(a.path) || a.path.localeCompare(b.path))
  // A pattern that a later one of the same kind covers, with nothing of the other kind between, says nothing.
  return all.filter(
    ({ path, kept }, at) =>
      !all
        .slice(at + 1)
        .some(
          (later, beyond, rest) =>
            later.kept === kept &&
            matches(later.path, path) &&
            !rest.slice(0, beyond).some((between) => between.kept !== kept && overlaps(between.path, path)),
        ),
  )
}

const patternOf = ({ path }: Endpoint): string => `/api${path.replaceAll(/\{\w+\}/g, '*')}`
const specific = (pattern: string): number => pattern.split('/').length * 1_000 + pattern.replaceAll('*', '').length
/** Whether CloudFront would choose a path pattern for a path: `*` stands for any characters, slashes too. */
export const matches = (pattern: string, path: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&'))
      .join('.*')}$`,
  ).test(path)
const overlaps = (a: string, b: string): boolean => matches(a, b) || matches(b, a)
