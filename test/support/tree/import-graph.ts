import { filesBelow, importsOf } from './files.ts'

export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** What each file below a folder imports of the same folder, as paths from the project's root. */
export const importGraph = (folder: string, rootOf: (name: string) => string | undefined): ImportGraph => {
  const files = new Set(filesBelow(folder))
  return new Map(
    [...files].map((path) => [
      path,
      importsOf(path)
        .map((name) => rootOf(name) ?? name)
        .filter((target) => files.has(target)),
    ]),
  )
}

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
