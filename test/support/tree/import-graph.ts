import { join } from 'node:path'
import * as z from 'zod'
import { filesBelow, importsOf, textOf, zones } from './files.ts'

export type ImportGraph = ReadonlyMap<string, readonly string[]>
export type Import = { readonly from: string; readonly to: string }

/** `#frontend/` → `frontend/src/`, as `package.json` says it. */
const aliases = Object.entries(
  z.object({ imports: z.record(z.string(), z.string()) }).parse(JSON.parse(textOf('package.json'))).imports,
).map(([alias, place]) => ({ alias: alias.replace('*', ''), place: place.replace(/^\.\/|\*$/g, '') }))

const fromRoot = (name: string): string => {
  const known = aliases.find(({ alias }) => name.startsWith(alias))
  return known ? name.replace(known.alias, known.place) : name
}

/**
 * What each file below these folders, by default all of them, imports of the same, as paths from the project's root.
 * Types count: a file that needs another one's words cannot be read without it, nor moved. So does what is imported late.
 */
export const importGraph = (...folders: readonly string[]): ImportGraph => {
  const files = new Set((folders.length === 0 ? zones : folders).flatMap((folder) => filesBelow(folder)))
  return new Map(
    [...files].map((path) => [
      path,
      importsOf(path)
        .map(fromRoot)
        .filter((target) => files.has(target)),
    ]),
  )
}

export const importsIn = (graph: ImportGraph): Import[] =>
  [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))

/** The names that a file imports by value, and where they come from. */
export const valuesImportedBy = (path: string): { name: string; from: string }[] =>
  [...textOf(path).matchAll(/^import \{([^}]+)\} from '([^']+)'/gm)].flatMap(([, names = '', source = '']) => {
    const from = source.startsWith('.') ? join(path, '..', source) : fromRoot(source)
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ name, from }))
  })

export const named = (found: readonly Import[]): string[] => found.map(({ from, to }) => `${from} imports ${to}`)

/** Each circle of imports once, as the files along it: an empty list where nothing imports itself by any way. */
export const circlesIn = (graph: ImportGraph): string[] => {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, above: readonly string[]): void => {
    const at = above.indexOf(file)
    if (at >= 0) circles.push([...above.slice(at), file].join(' > '))
    if (at >= 0 || done.has(file)) return
    for (const target of graph.get(file) ?? []) visit(target, [...above, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}
