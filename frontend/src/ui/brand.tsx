import { useEffect } from 'react'
import type { BrandPaint } from '#schema/entities/brand.ts'
import { setUsualScheme } from './color-mode.ts'
import { Typefaces } from './typefaces.tsx'

const accentOf = ({ light, dark }: NonNullable<BrandPaint['shades']>) => ({
  '--ds-colors-accent': `light-dark(${light.fill},${dark.fill})`,
  '--ds-colors-accent-hover': `light-dark(${light.hover},${dark.hover})`,
  '--ds-colors-accent-ink': `light-dark(${light.ink},${dark.ink})`,
  '--ds-colors-accent-text': `light-dark(${light.text},${dark.text})`,
  '--ds-colors-accent-surface': `light-dark(${light.surface},${dark.surface})`,
})

/** White instead of the warm paper, where it is light. */
const white = {
  '--ds-colors-paper': 'light-dark(#ffffff,#0c0b0a)',
  '--ds-colors-sunken': 'light-dark(#f5f5f4,#1c1a17)',
}

/** A photographer's colours in place of the site's, for a part of a page. */
export const brandStyle = ({ shades, ground }: Pick<BrandPaint, 'shades' | 'ground'>) => ({
  ...(shades && accentOf(shades)),
  ...(ground === 'light' && white),
})

const schemeOf = ({ ground }: BrandPaint) => {
  if (ground === 'visitor') return undefined
  return ground === 'dark' ? 'dark' : 'light'
}

const rulesOf = (paint: BrandPaint): string => {
  const scheme = schemeOf(paint)
  const values = Object.entries(brandStyle(paint)).map(([name, value]) => `${name}:${value}`)
  return [
    // What a visitor chose with the switch stands before what the photographer chose.
    ...(scheme ? [`:root:not([data-color-mode]){color-scheme:${scheme}}`] : []),
    ...(values.length > 0 ? [`:root{${values.join(';')}}`] : []),
  ].join('')
}

/**
 * Paints the page that it is on, dialogs included, in a photographer's colours and typefaces, from the first HTML on.
 * The contract lets nothing into the rules but six digits and the names of grounds and typefaces.
 */
export const Brand = ({ paint }: { paint: BrandPaint | null }) => {
  const scheme = paint ? schemeOf(paint) : undefined
  useEffect(() => setUsualScheme(scheme), [scheme])
  if (!paint) return null
  const { typePair } = paint
  return (
    <>
      <style>{rulesOf(paint)}</style>
      {typePair !== 'house' && <Typefaces key={typePair} pair={typePair} />}
    </>
  )
}
