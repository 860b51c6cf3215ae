import { useEffect } from 'react'
import { useStable } from './use-stable.ts'

/**
 * So long a page that is to be left is still there at most. Longer, its reader has answered the browser's question with
 * Stay, of which a page is told nothing; or the other site is so slow that pressing again does no harm.
 */
const stayedMs = 6_000

/**
 * Called when the page is shown again after Back from another site: a browser may have kept it as it was left, with
 * what was under way then. And when it was to be left and was not.
 */
export const usePageRestored = (act: () => unknown) => {
  const acts = useStable(act)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(acts, stayedMs)
    }
    addEventListener('pageshow', acts)
    addEventListener('beforeunload', begin)
    return () => {
      clearTimeout(timer)
      removeEventListener('pageshow', acts)
      removeEventListener('beforeunload', begin)
    }
  }, [acts])
}
