import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CartBrand } from '#frontend/features/cart/cart-brand.tsx'
import { Brand } from '#frontend/ui/brand.tsx'
import { pairRules } from '#frontend/ui/type-pairs.ts'
import { RulesOfPairs } from '#frontend/ui/typefaces.tsx'
import { paintOf } from '#schema/brand-paint.ts'
import { pageStyles } from '#test/support/frontend/brand.ts'

afterEach(cleanup)

const paintIn = (typePair: 'bold' | 'warm') => paintOf({ accent: null, ground: 'visitor', typePair })

test('a cart that is opened from a gallery is set in its typefaces from the first picture on', () => {
  const { rerender } = render(
    <RulesOfPairs value={pairRules}>
      <Brand paint={paintIn('bold')} />
    </RulesOfPairs>,
  )
  rerender(<CartBrand paint={paintIn('bold')} />)
  expect(pageStyles()).toContain(pairRules('bold'))
})

test('a cart in other typefaces than the page before fetches its own', () => {
  const { rerender } = render(
    <RulesOfPairs value={pairRules}>
      <Brand paint={paintIn('bold')} />
    </RulesOfPairs>,
  )
  rerender(<CartBrand paint={paintIn('warm')} />)
  expect(pageStyles()).not.toContain('@font-face')
})
