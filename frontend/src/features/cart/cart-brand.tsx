import { useState } from 'react'
import { Brand } from '#frontend/ui/brand.tsx'
import { RulesOfPairs } from '#frontend/ui/typefaces.tsx'
import type { BrandPaint } from '#schema/entities/brand.ts'

/** The rules of typefaces that the page before had, which stands there until this one is drawn. */
const rulesInPage = () => {
  const styles = [...document.querySelectorAll('style[class]')]
  const rules = new Map(styles.map(({ className, textContent }) => [className, textContent]))
  return (pair: string) => rules.get(pair) ?? ''
}

/** Paints the cart. In the typefaces of the gallery that it was opened from, it is so from its first picture on. */
export const CartBrand = ({ paint }: { paint: BrandPaint | null }) => {
  const [rulesOf] = useState(rulesInPage)
  return (
    <RulesOfPairs value={rulesOf}>
      <Brand paint={paint} />
    </RulesOfPairs>
  )
}
