import { useCallback, useEffect, useMemo, useState } from 'react'
import { draftPrefix } from '#frontend/shared/forms/draft-owner.ts'
import { PhotoId } from '#schema/ids.ts'
import { keptList } from './kept-list.ts'

type Listed = {
  /** The photos that are loaded, in their order. */
  loaded: readonly PhotoId[]
  /** Whether these are all: a photo that is not among them is gone. */
  isWhole: boolean
}

/**
 * The photos that are ticked in one list, for something that is done to all of them. Kept for the tab, until its user
 * signs out: a reload loses none. A component that shows another list needs another `key`.
 */
export const useTicks = (list: string, { loaded, isWhole }: Listed) => {
  const store = useMemo(
    () => keptList({ storage: () => sessionStorage, key: `${draftPrefix}ticks of ${list}`, item: PhotoId }),
    [list],
  )
  const [kept, setKept] = useState(store.read)
  const become = useCallback(
    (next: readonly PhotoId[]) => {
      setKept(next)
      store.keep(next)
    },
    [store],
  )
  const drop = useCallback(
    (ids: readonly PhotoId[]) => {
      const gone = new Set(ids)
      const others = (known: readonly PhotoId[]) => known.filter((id) => !gone.has(id))
      setKept(others)
      store.keep(others(store.read()))
    },
    [store],
  )
  const keptIds = useMemo(() => new Set(kept), [kept])
  const ids = loaded.filter((id) => keptIds.has(id))
  const isMissing = ids.length < keptIds.size
  useEffect(() => {
    if (isWhole && isMissing) become(ids)
  })
  return {
    /** Those that are ticked and loaded, in the order of the list. */
    ids,
    has: (id: PhotoId) => keptIds.has(id),
    set: (id: PhotoId, isTicked: boolean) => {
      const others = kept.filter((each) => each !== id)
      become(isTicked ? [...others, id] : others)
    },
    become,
    /** Takes away the ticks of some, at any later time: those that were set meanwhile stay. */
    drop,
    clear: () => become([]),
    /** Some that were ticked are on pages that are not loaded yet. */
    isMissing: isMissing && !isWhole,
  }
}
