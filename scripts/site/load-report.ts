import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const configFile = fileURLToPath(new URL('../../frontend/vite.config.ts', import.meta.url))

export type Load = {
  /** `gallery` for the chunk of `gallery-page.tsx`; `entry` for what every page loads. */
  readonly page: string
  readonly files: number
  readonly gzipBytes: number
  /** Sources, as absolute paths. */
  readonly modules: readonly string[]
}

const gzipBytesOf = ({ code }: Rolldown.OutputChunk) => gzipSync(code, { level: 9 }).length

/** Builds the site in memory, and says what a visitor of each page loads until it runs, the entry included. */
export const loadReport = async (): Promise<readonly Load[]> => {
  const built = await build({ configFile, logLevel: 'error', build: { write: false } })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []))
  const chunks = new Map(outputs.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])))
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The build has no entry.')

  const load = (page: string, starts: readonly Rolldown.OutputChunk[]): Load => {
    const loaded = new Map(starts.map((chunk) => [chunk.fileName, chunk]))
    for (const { imports } of loaded.values()) {
      for (const name of imports) {
        const chunk = chunks.get(name)
        if (chunk) loaded.set(name, chunk)
      }
    }
    const all = [...loaded.values()]
    return {
      page,
      files: all.length,
      gzipBytes: all.reduce((sum, chunk) => sum + gzipBytesOf(chunk), 0),
      modules: all.flatMap(({ modules }) => Object.keys(modules)),
    }
  }
  const pages = [...chunks.values()].flatMap((chunk) => {
    const page = /^([\w-]+)-page$/.exec(chunk.name)?.[1]
    return page === undefined || !chunk.isDynamicEntry ? [] : [load(page, [entry, chunk])]
  })
  return [load('entry', [entry]), ...pages.toSorted((one, other) => one.page.localeCompare(other.page))]
}
