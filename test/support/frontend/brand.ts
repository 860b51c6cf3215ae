import { paintOf } from '#schema/brand-paint.ts'
import type { BrandChoice, BrandPaint } from '#schema/entities/brand.ts'

const logo = { name: `${'a'.repeat(22)}/${'b'.repeat(22)}`, width: 300, height: 100 }

/** A photographer's green, and their logo, as pages are told of them. */
export const aBrandPaint = (override: Partial<BrandChoice> = {}): BrandPaint | null =>
  paintOf({ accent: '#1f5f3f', ground: 'light', typePair: 'house', logo, ...override })

/** What the page's own style sheets say, a brand's colours among it. */
export const pageStyles = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')

/** What of a brand with the typefaces "warm" they say by now. */
export const brandShown = () => {
  const styles = pageStyles()
  return {
    accent: styles.includes('--ds-colors-accent:light-dark(#1f5f3f,'),
    ground: styles.includes('--ds-colors-paper:light-dark(#ffffff,') && styles.includes('{color-scheme:light}'),
    typefaces: styles.includes('--ds-fonts-heading:"Fraunces",'),
  }
}
