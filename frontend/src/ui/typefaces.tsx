import { createContext, useContext, useEffect, useRef } from 'react'
import type { TypePair } from '#schema/entities/brand.ts'

type Chosen = Exclude<TypePair, 'house'>

/** The rules of every pair, for what draws pages as HTML; a browser has those of its page, or fetches them. */
export const RulesOfPairs = createContext<(pair: Chosen) => string>(() => '')

/** Sets the page that it is on in a photographer's typefaces; until they are there, in the site's own. */
export const Typefaces = ({ pair }: { pair: Chosen }) => {
  const rulesOf = useContext(RulesOfPairs)
  const style = useRef<HTMLStyleElement>(null)
  useEffect(() => {
    const { current } = style
    // What came with the HTML stays: rules that are set again would fetch and swap again.
    if (current?.textContent !== '') return
    void import('./type-pairs.ts').then(
      ({ pairRules }) => {
        current.textContent = pairRules(pair)
      },
      // A visitor who has lost the connection keeps the letters that are there.
      () => undefined,
    )
  }, [pair])
  return (
    <style ref={style} className={pair} suppressHydrationWarning>
      {rulesOf(pair)}
    </style>
  )
}
