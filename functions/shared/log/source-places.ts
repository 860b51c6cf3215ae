import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** "(file:///var/task/index.mjs:32:15936)" and the same without brackets or scheme. */
const place = /^((?:file:\/\/)?\/.+\.mjs):(\d+):(\d+)$/

const maps = new Map<string, SourceMap | undefined>()

const mapOf = (file: string): SourceMap | undefined => {
  const known = maps.get(file)
  if (known || maps.has(file)) return known
  const path = `${file.startsWith('file:') ? fileURLToPath(file) : file}.map`
  const payload = z.custom<SourceMapPayload>((value) => typeof value === 'object' && value !== null)
  const map = existsSync(path) ? new SourceMap(payload.parse(JSON.parse(readFileSync(path, 'utf8')))) : undefined
  maps.set(file, map)
  return map
}

/**
 * Where a line of a stack is in the files that people read. Node can do so itself (`--enable-source-maps`), but then
 * parses every map at every cold start, a seventh of it (`bench/cold`); here one is read when something has failed.
 */
export const sourcePlaceOf = (line: string): string =>
  line
    .split(/([\s()])/)
    .map((word) =>
      word.replace(place, (minified, file: string, row: string, column: string) => {
        const entry = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1)
        if (!entry || !('originalSource' in entry)) return minified
        return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      }),
    )
    .join('')
