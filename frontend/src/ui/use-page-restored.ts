import { useEffect } from 'react'
import { useStable } from './use-stable.ts'

/**
 * Called when the page is shown again after Back from another site: a browser may have kept it as it was left, with
 * what was under way then.
 */
export const usePageRestored = (act: () => unknown) => {
  const acts = useStable(act)
  useEffect(() => {
    addEventListener('pageshow', acts)
    return () => removeEventListener('pageshow', acts)
  }, [acts])
}
