import type { Plugin } from 'vite'

/** Every place of each text in another one's place. @throws Error if one of them is not there. */
export const replaceAll = (code: string, replacements: readonly (readonly [from: string, to: string])[]): string =>
  replacements.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`“${from}” is not there any more.`)
    return changed.replaceAll(from, () => to)
  }, code)

/**
 * Changes files of a library while the site is built. What a new version of it names or writes differently fails the
 * build: left as it is, nobody would see why pages are large or slow.
 * @param path Of its files, with what `changes` calls them in the first group.
 */
export const changeLibrary = (
  name: string,
  path: RegExp,
  changes: Readonly<Record<string, (code: string) => string>>,
): Plugin => {
  /** In the build that runs. */
  const found = new Set<string>()
  return {
    name,
    apply: 'build',
    enforce: 'pre',
    buildStart: () => found.clear(),
    transform(code, id) {
      const file = path.exec(id)?.[1] ?? ''
      const change = changes[file]
      if (!change) return undefined
      found.add(file)
      try {
        const changed = change(code)
        if (changed === code) throw new Error('Nothing that is changed is there any more.')
        return { code: changed, map: null }
      } catch (thrown) {
        throw new Error(`${id} is not what ${name} knows: look at it again.`, { cause: thrown })
      }
    },
    buildEnd(error) {
      const missing = Object.keys(changes).find((file) => !found.has(file))
      if (!error && missing) throw new Error(`There is no “${missing}.js” any more: look at ${name} again.`)
    },
  }
}
