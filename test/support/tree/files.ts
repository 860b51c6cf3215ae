import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the project is, with a slash at its end. */
export const repository = new URL('../../..', import.meta.url).pathname

/** Source files below a folder of the project, as paths from its root. An absent folder has none. */
export const filesBelow = (folder: string): string[] => {
  try {
    return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).slice(repository.length))
      .toSorted()
  } catch {
    return []
  }
}

export const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8')

/** What a file imports: `#zone/...` names as they stand, relative ones resolved to paths from the root. */
export const importsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name = '']) =>
    name.startsWith('.') ? join(path, '..', name) : name,
  )

/** The top folder that an import leads to, or `undefined` for a package. */
export const zoneOf = (name: string): string | undefined => {
  if (name.startsWith('#')) return name.slice(1).split('/')[0]
  return zones.find((zone) => name.startsWith(`${zone}/`))
}

/** Computed from the folders on disk, so that a new one is under the rules at once. */
export const zones = readdirSync(repository, { withFileTypes: true })
  .filter(
    (entry) =>
      entry.isDirectory() &&
      !entry.name.startsWith('.') &&
      !['node_modules', 'docs', 'dist', 'cdk.out'].includes(entry.name),
  )
  .map(({ name }) => name)
