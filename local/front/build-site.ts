import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartFailure } from '#local/process/start-failure.ts'

const root = join(import.meta.dirname, '../..')
const marker = join(root, 'node_modules/.cache/darkslide/site-sources')

/** A hash over the contents of files, by pattern from the repository's root. */
export const contentHash = (patterns: readonly string[]) => {
  const hash = createHash('sha256')
  for (const file of globSync([...patterns], { cwd: root }).sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** Where the built site lies, having been built if it was missing or older than its sources. */
export const builtSite = async (say: (line: string) => void, signal?: AbortSignal): Promise<string> => {
  const folder = join(root, 'dist')
  const sources = contentHash(['frontend/**', 'schema/**', 'package-lock.json'])
  const isFresh =
    existsSync(join(folder, 'index.html')) && existsSync(marker) && readFileSync(marker, 'utf8') === sources
  if (isFresh) return folder
  say('Building the pages …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  try {
    await promisify(execFile)(
      process.execPath,
      [vite, 'build', '--config', 'frontend/vite.config.ts', '--logLevel', 'warn'],
      {
        cwd: root,
        ...(signal && { signal }),
      },
    )
  } catch (error) {
    const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n') : []
    const said = lines.filter((line) => !/^\s+at /.test(line)).slice(0, 10)
    throw new StartFailure(['The pages could not be built.', ...said].join('\n'))
  }
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, sources)
  return folder
}
