import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, grounds, paintOf, shapeContrast, textContrast } from '#schema/brand-paint.ts'
import { Brand, BrandPaint } from '#schema/entities/brand.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`)
const schemes = ['light', 'dark'] as const

test('whatever colour is chosen, words and buttons can be told from every ground, and words on buttons be read', () => {
  fc.assert(
    fc.property(anyColour, fc.constantFrom(...schemes), (accent, scheme) => {
      const shades = paintOf({ accent, ground: 'visitor', typePair: 'house' })?.shades?.[scheme]
      if (!shades) throw new Error('No shades.')
      for (const ground of [...grounds[scheme], shades.surface]) {
        expect(contrastOf(shades.text, ground)).toBeGreaterThanOrEqual(textContrast)
      }
      for (const ground of grounds[scheme]) {
        expect(contrastOf(shades.fill, ground)).toBeGreaterThanOrEqual(shapeContrast)
      }
      expect(contrastOf(shades.ink, shades.fill)).toBeGreaterThanOrEqual(textContrast)
      expect(contrastOf(shades.ink, shades.hover)).toBeGreaterThanOrEqual(textContrast)
    }),
    { numRuns: 2_000 },
  )
})

test('what is painted is always a colour and nothing else, and the site’s own words stay readable on the tint', () => {
  fc.assert(
    fc.property(anyColour, fc.constantFrom(...schemes), (accent, scheme) => {
      const paint = paintOf({ accent, ground: 'paper', typePair: 'house' })
      expect(BrandPaint.safeParse(paint).success).toBe(true)
      const [ink, muted] = scheme === 'light' ? ['#1b1815', '#5b564e'] : ['#f1ede6', '#ada69b']
      const surface = paint?.shades?.[scheme].surface ?? ''
      expect(contrastOf(ink, surface)).toBeGreaterThanOrEqual(textContrast)
      expect(contrastOf(muted, surface)).toBeGreaterThanOrEqual(textContrast)
    }),
    { numRuns: 1_000 },
  )
})

test('a colour that has contrast is left as it is, and one that lacks it is moved as little as needed', () => {
  expect(paintOf({ accent: '#1f5f3f', ground: 'light', typePair: 'house' })?.shades?.light).toMatchObject({
    fill: '#1f5f3f',
    text: '#1f5f3f',
    ink: '#ffffff',
  })
  const { light, dark } = paintOf({ accent: '#ffff00', ground: 'visitor', typePair: 'house' })?.shades ?? {}
  expect(dark?.text).toBe('#ffff00')
  expect(light && contrastOf(light.text, '#f3f1ec')).toBeLessThan(5)
  expect(paintOf(null)).toBeNull()
  expect(paintOf({ accent: null, ground: 'dark', typePair: 'house' })).toEqual({
    logo: null,
    ground: 'dark',
    typePair: 'house',
    shades: null,
  })
})

test('contrast is WCAG’s: 21 between black and white, 4.48 for the grey that just fails', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
})

test.each([
  'red',
  '#fff',
  '#1234567',
  '#12345g',
  '#112233;}body{display:none',
  '</style><script>',
  'url(https://evil.example)',
  '#112233\n',
])('%j is no colour', (accent) => {
  expect(Brand.safeParse({ accent, ground: 'light', typePair: 'house' }).success).toBe(false)
})

test('colours are kept in one spelling', () => {
  expect(Brand.parse({ accent: '#A1B2C3', ground: 'light', typePair: 'house' })).toEqual({
    logo: null,
    accent: '#a1b2c3',
    ground: 'light',
    typePair: 'house',
  })
})
