import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAddress } from './use-address.ts'

const isOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOpenedHere' in state && state.isOpenedHere === true

/**
 * What lies over a page and has its place in the address, as a viewer's photo. Opening is a step of the history and
 * closing takes it back, so that Back never leads to what was closed; what a link opened is only taken out of the
 * address, since the step before it is another site's. The mark of the step survives a reload.
 * @param name The parameter of the address.
 */
export const useOpened = (name: string) => {
  const { read, change } = useAddress()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  // The browser goes back when it finds the time: a second press until then would leave the page.
  const isGoingBack = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in the history has been reached.
  useEffect(() => {
    isGoingBack.current = false
  }, [key])
  return {
    shown: read(name),
    open: (value: string) => change({ [name]: value }, { mark: { isOpenedHere: true } }),
    move: (value: string) => change({ [name]: value }, { replace: true }),
    close: () => {
      if (!isOpenedHere(state)) change({ [name]: undefined }, { replace: true })
      else if (!isGoingBack.current) {
        isGoingBack.current = true
        void navigate(-1)
      }
    },
  }
}
