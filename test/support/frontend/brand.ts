import { paintOf } from '#schema/brand-paint.ts'
import type { BrandPaint } from '#schema/entities/brand.ts'

const logo = { name: `${'a'.repeat(22)}/${'b'.repeat(22)}`, width: 300, height: 100 }

/** A photographer's green, and their logo, as pages are told of them. */
export const aBrandPaint = (): BrandPaint | null =>
  paintOf({ accent: '#1f5f3f', ground: 'light', typePair: 'house', logo })

/** What the page's own style sheets say, a brand's colours among it. */
export const pageStyles = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
