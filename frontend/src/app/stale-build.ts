import { leavingOnPurpose } from '#frontend/shared/forms/unload-warning.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

const reloadedKey = 'reloaded_for_a_new_build_from'
const missing = new WeakSet<object>()

/** Whether what was thrown is a part of the site that could not be loaded: no connection, or gone after a release. */
export const isMissingPart = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && missing.has(thrown)

const entryIn = (page: ParentNode) => page.querySelector('script[type=module][src]')?.getAttribute('src') ?? undefined

/**
 * Whether another build than this page's is released now. Nothing is presumed: offline, or with the same build, a
 * reload would only lose the page. A build is left only once, so that nobody goes round in circles.
 */
const isReplaced = async (): Promise<boolean> => {
  const own = entryIn(document)
  if (!navigator.onLine || own === undefined || sessionStorage.getItem(reloadedKey) === own) return false
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

/** Goes over to the new build if there is one; answers whether it does. What was typed is kept in drafts. */
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

/** Looks for a new build whenever a part of this one cannot be loaded. Called once, before anything is. */
export const watchForNewBuild = () =>
  addEventListener('vite:preloadError', (event) => {
    const thrown = 'payload' in event ? event.payload : undefined
    if (typeof thrown === 'object' && thrown !== null) missing.add(thrown)
    logWarning('part_not_loaded', { error: errorName(thrown) })
    void reloadIfReplaced()
  })
