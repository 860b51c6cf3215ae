import { type ComponentType, lazy, useState } from 'react'

/**
 * A page in a chunk of its own. Once `preload` has resolved it renders at once, without the moment of waiting that
 * React's own `lazy` takes even for code that is there: in that moment HTML from the server would have to stand without
 * its code, and any change around it would throw it away.
 */
export const page = <M,>(load: () => Promise<M>, pick: (module: M) => ComponentType) => {
  let loaded: ComponentType | undefined
  const preload = async (): Promise<ComponentType> => {
    loaded = pick(await load())
    return loaded
  }
  const Waiting = lazy(async () => ({ default: await preload() }))
  const Page = () => {
    // Decided once: another component in the same place would begin anew.
    const [Content] = useState(() => loaded ?? Waiting)
    return <Content />
  }
  return Object.assign(Page, { preload })
}
