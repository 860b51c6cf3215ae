import type { Storage } from '#functions/shared/storage/storage.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { hashedFilesPrefix, Release, releaseKey } from '#schema/release.ts'

/**
 * Removes the hashed files of releases that are over for good. A page that is open asks for files of the release it
 * came from; the bucket remembers the list of each release until 30 days after the next one, and what any remembered
 * list names stays. So do all files while no list can be read.
 *
 * @returns how many files went.
 */
export const forgetReleases = async (storage: Pick<Storage, 'versionsOf' | 'read' | 'list' | 'remove'>) => {
  const kept = new Set<string>()
  for (const versionId of await storage.versionsOf('pages', releaseKey)) {
    const text = await storage.read('pages', { key: releaseKey, versionId })
    for (const file of text ? Release.parse(JSON.parse(text.toString())).files : []) kept.add(file)
  }
  if (kept.size === 0) return 0
  const read = async (after: string | undefined) => {
    const keys = await storage.list('pages', hashedFilesPrefix, after)
    return { keys, next: keys.at(-1) }
  }
  let removed = 0
  for await (const { keys } of eachPage(read)) {
    const over = keys.filter((key) => !kept.has(key))
    await storage.remove('pages', over)
    removed += over.length
  }
  return removed
}
