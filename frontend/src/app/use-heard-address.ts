import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Back may be pressed while a page is being taken over: after its first render, for which the router has read the address,
 * and before it listens. Nothing would tell it, and the page would stand there under the address of another one.
 */
export const useHeardAddress = () => {
  const { pathname, search, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; from then on the router hears of all.
  useEffect(() => {
    const { location, history } = window
    if (`${pathname}${search}${hash}` === `${location.pathname}${location.search}${location.hash}`) return
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, [])
}
