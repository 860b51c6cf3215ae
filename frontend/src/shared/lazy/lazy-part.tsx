import { type ComponentType, lazy, useEffect, useState } from 'react'
import { inSlices } from '#frontend/ui/in-slices.ts'

/**
 * A page, or a part of one, in a chunk of its own; must stand in a `Suspense`. Once `preload` has resolved, it renders
 * synchronously. React's `lazy` suspends for a moment even when the code is loaded, and an update during that moment
 * would discard the server-rendered HTML.
 */
export const lazyPart = <M, P extends object>(load: () => Promise<M>, pick: (module: M) => ComponentType<P>) => {
  let loaded: ComponentType<P> | undefined
  const preload = async (): Promise<ComponentType<P>> => {
    loaded = pick(await load())
    return loaded
  }
  const Waiting = lazy(async () => ({ default: await preload() }))
  const Part = (props: P) => {
    // Decided once: another component in the same place would begin anew.
    const [Content] = useState<ComponentType<P>>(() => loaded ?? Waiting)
    return <Content {...props} />
  }
  return Object.assign(Part, {
    preload,
    /** Loads it before it is needed. What fails is tried again when it is shown. */
    prepare: () => void preload().catch(() => undefined),
  })
}

/** Loads parts that are about to be asked for as soon as what leads to them is shown: a dialog then opens at once. */
export const usePrepared = ({ prepare }: { prepare: () => void }) => useEffect(() => inSlices(prepare), [prepare])
