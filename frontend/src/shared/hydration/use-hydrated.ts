import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const yes = () => true
const no = () => false

/**
 * False on the server and in the render that takes its HTML over, true in every other: for what only the browser knows
 * (its storage, its preferences) and the HTML, which is the same for everybody, cannot have.
 * @param isNeeded Where it makes no difference, say so, and it stays false: a component that is told is drawn again in
 * the task that takes the page over.
 */
export const useHydrated = (isNeeded = true): boolean => useSyncExternalStore(never, isNeeded ? yes : no, no)
