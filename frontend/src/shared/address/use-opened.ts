import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAddress } from './use-address.ts'

const isOpenedHere = (state: { openedHere?: unknown } | null, name: string) => state?.openedHere === name

/**
 * Something shown over a page that has a parameter in the address, as the photo viewer. Opening it adds a step to the
 * browser's history and closing it goes one step back, so that Back never reopens what was closed. If the page was
 * opened by a link with the parameter, closing only removes the parameter, because the step before belongs to another
 * site. The mark on the history step names the parameter, for one may stand over another, and survives a reload.
 * @param name The parameter's name.
 */
export const useOpened = (name: string) => {
  const { read, change } = useAddress()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const shown = read(name)
  const now = useRef<string>(undefined)
  useLayoutEffect(() => {
    now.current = shown
    return () => {
      now.current = undefined
    }
  }, [shown])
  // The browser goes back when it finds the time: a second press until then would leave the page.
  const isGoingBack = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in the history has been reached.
  useEffect(() => {
    isGoingBack.current = false
  }, [key])
  return {
    shown,
    open: (value: string) => change({ [name]: value }, { mark: { openedHere: name } }),
    move: (value: string) => change({ [name]: value }, { replace: true }),
    close: () => {
      // An answer that comes late closes nothing that was opened since, and leads nobody back.
      if (shown === '' || now.current !== shown) return
      if (!isOpenedHere(state, name)) change({ [name]: undefined }, { replace: true })
      else if (!isGoingBack.current) {
        isGoingBack.current = true
        void navigate(-1)
      }
    },
  }
}
