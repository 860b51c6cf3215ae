import type { Rolldown } from 'vite'

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

export const chunksOf = (bundle: Bundle) => {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The site was built without its entry.')
  // Pages whose first view comes as HTML.
  const pages = chunks.flatMap((chunk) => {
    const kind = /^(landing|browse|gallery|auth|portfolio|portfolio-gallery)-page$/.exec(chunk.name)?.[1]
    return kind === undefined ? [] : [{ kind, chunk }]
  })
  return { entry, pages }
}

/** Everything that a chunk imports at once, itself included. */
export const loadedWith = (start: Rolldown.OutputChunk, bundle: Bundle): Set<string> => {
  const files = new Set([start.fileName])
  for (const file of files) {
    const chunk = bundle[file]
    for (const name of chunk?.type === 'chunk' ? chunk.imports : []) files.add(name)
  }
  return files
}

/** What a chunk imports at once, each behind what it imports itself, and the chunk at last. */
export const inOrder = (start: Rolldown.OutputChunk, bundle: Bundle): string[] => {
  const files = new Set<string>()
  const visit = ({ fileName, imports }: Rolldown.OutputChunk, above: readonly string[]) => {
    for (const name of imports) {
      const chunk = bundle[name]
      if (chunk?.type === 'chunk' && !files.has(name) && !above.includes(name)) visit(chunk, [...above, fileName])
    }
    files.add(fileName)
  }
  visit(start, [])
  return [...files]
}
