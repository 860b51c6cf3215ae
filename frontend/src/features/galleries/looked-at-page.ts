import { useSyncExternalStore } from 'react'

/** Which page of a gallery's photos somebody looks at: known at once, while the address follows a scroll when it rests. */
export type LookedAtPage = {
  read: () => number
  /** @returns Whether it is another one, and somebody is drawn anew. */
  set: (page: number) => boolean
  subscribe: (tell: () => void) => () => void
}

/** @param page From 1. */
export const lookedAtPage = (page: number): LookedAtPage => {
  let now = page
  const told = new Set<() => void>()
  return {
    read: () => now,
    set: (next) => {
      if (next === now) return false
      now = next
      for (const tell of told) tell()
      return true
    },
    subscribe: (tell) => {
      told.add(tell)
      return () => void told.delete(tell)
    },
  }
}

/** Draws whoever calls it anew for another page, and nobody else. */
export const useLookedAtPage = ({ read, subscribe }: LookedAtPage): number =>
  useSyncExternalStore(subscribe, read, read)
