import type { Storage } from '#functions/shared/storage/storage.ts'
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
  let removed = 0
  let page: string[] = []
  do {
    page = await storage.list('pages', hashedFilesPrefix, page.at(-1))
    const over = page.filter((key) => !kept.has(key))
    await storage.remove('pages', over)
    removed += over.length
  } while (page.length > 0)
  return removed
}
