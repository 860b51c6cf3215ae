import { useCallback, useEffect, useRef } from 'react'

/**
 * A function that stays the same while what it does follows the latest render, for the props of memoised parts. To be
 * called by events, never while rendering.
 */
export const useStable = <Args extends readonly unknown[], Answer>(act: (...args: Args) => Answer) => {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
