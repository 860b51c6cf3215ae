import { leavingOnPurpose } from '#frontend/shared/forms/unload-warning.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

const reloadedKey = 'reloaded_for_a_new_build_from'
const missing = new WeakSet<object>()

/**
 * Whether the error means that a file of the site could not be loaded: there is no connection, or a release removed it.
 */
export const isMissingPart = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && missing.has(thrown)

const entryIn = (page: ParentNode) => page.querySelector('script[type=module][src]')?.getAttribute('src') ?? undefined

/**
 * Whether the browser's storage, and a cart in it, is still there after a reload: what `lend-storage.ts` lends ends with
 * the page.
 */
export const outlastsReload = () => [localStorage, sessionStorage].every((storage) => storage instanceof Storage)

/**
 * Whether a newer build than this page's is released. Answers no when this cannot be known (offline, a failed request),
 * since a reload would lose the page for nothing. A page reloads only once per build, which prevents an endless loop; not
 * at all where it could not know that it had.
 */
const isReplaced = async (): Promise<boolean> => {
  const own = entryIn(document)
  if (!navigator.onLine || own === undefined || !outlastsReload()) return false
  if (sessionStorage.getItem(reloadedKey) === own) return false
  try {
    const response = await fetch('/index.html', { cache: 'no-cache' })
    if (!response.ok) return false
    const released = entryIn(new DOMParser().parseFromString(await response.text(), 'text/html'))
    return released !== undefined && released !== own
  } catch {
    return false
  }
}

let verdict: Promise<boolean> | undefined

/** Reloads the page if a newer build is released, and answers whether it does. Drafts keep what was typed. */
export const reloadIfReplaced = (): Promise<boolean> => {
  verdict ??= isReplaced().then((isSo) => {
    verdict = undefined
    if (!isSo) return false
    const own = entryIn(document)
    if (own !== undefined) sessionStorage.setItem(reloadedKey, own)
    logWarning('new_build')
    leavingOnPurpose()
    location.reload()
    return true
  })
  return verdict
}

/** Checks for a newer build whenever a file of this one cannot be loaded. Called once, before any file is loaded. */
export const watchForNewBuild = () =>
  addEventListener('vite:preloadError', (event) => {
    const thrown = 'payload' in event ? event.payload : undefined
    if (typeof thrown === 'object' && thrown !== null) missing.add(thrown)
    logWarning('part_not_loaded', { error: errorName(thrown) })
    void reloadIfReplaced()
  })
