import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { positions, standAt } from './scroll-keeper.tsx'

const storageKey = 'scrolled_to'
/** Steps of the history that one goes back to. */
const most = 50

/** The router's name for the step that a tab or a typed address begins with: each has the same. */
const firstStep = 'default'
const isOpenedAnew = () =>
  performance.getEntriesByType('navigation').some((each) => 'type' in each && each.type === 'navigate')

const recall = () => {
  const kept = new Map<string, number>(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  if (isOpenedAnew()) kept.delete(firstStep)
  for (const [key, top] of kept) if (!positions.has(key)) positions.set(key, top)
}

const keep = () => sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-most)))

/**
 * Places outlast a reload, and a phone that lets go of a tab it needs the memory of. The page that is opened so is stood at
 * its place where nobody has scrolled it meanwhile, and no section of it is named.
 */
export const useKeptPlaces = () => {
  const { key, hash } = useLocation()
  const [opened] = useState(key)
  useEffect(() => {
    recall()
    // The last that a page is told of for certain before it goes.
    document.addEventListener('visibilitychange', keep)
    return () => document.removeEventListener('visibilitychange', keep)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that was opened, until another is gone to.
  useEffect(() => {
    const top = positions.get(key)
    return key === opened && hash === '' && top && window.scrollY === 0 ? standAt(top) : undefined
  }, [key])
}
