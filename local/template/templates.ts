import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { contentHash } from '#local/front/build-site.ts'

const Cached = z.object({ sources: z.string(), templates: z.record(z.string(), z.unknown()) })

/** What the templates are made from. */
const sources = ['lib/**', 'bin/**', 'schema/**', 'cdk.json', 'package-lock.json']

/** The templates of a stage by stack name, synthesized again only when something they are made from has changed. */
export const synthesizedTemplates = async (cacheFolder: string, stage = 'dev'): Promise<Record<string, unknown>> => {
  const path = join(cacheFolder, `templates-${stage}.json`)
  const hash = contentHash(sources)
  if (existsSync(path)) {
    const cached = Cached.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (cached.success && cached.data.sources === hash) return cached.data.templates
  }
  const { synthesizeTemplates } = await import('#lib/synthesize.ts')
  const templates = Object.fromEntries(
    // Here the table answers searches, as everywhere that chose nothing else.
    synthesizeTemplates(stage, { search: 'table' }).map(({ stackName, template }) => [stackName, template]),
  )
  mkdirSync(cacheFolder, { recursive: true })
  // Renamed into place: another process that starts now reads the old file or the new one, never half of it.
  const written = `${path}.${process.pid}`
  writeFileSync(written, JSON.stringify({ sources: hash, templates }))
  renameSync(written, path)
  return templates
}
