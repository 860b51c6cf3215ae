import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const yes = () => true
const no = () => false

/**
 * False on the server and in the render that takes its HTML over, true in every other: for what only the browser knows
 * (its storage, its preferences) and the HTML, which is the same for everybody, cannot have.
 */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no)
