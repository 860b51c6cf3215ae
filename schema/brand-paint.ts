import type { Brand, BrandChoice, BrandPaint, Logo, Shades, ShownLogo } from './entities/brand.ts'
import { logoPaths } from './logo-paths.ts'

/** WCAG 2.2, 1.4.3: text against what it stands on. */
export const textContrast = 4.5
/** WCAG 2.2, 1.4.11: what shows that something is a button. */
export const shapeContrast = 3

/** Every ground that words of the accent's colour stand on (`frontend/src/ui/tokens.ts`), and the white one. */
export const grounds = {
  light: ['#ffffff', '#fbfaf7', '#f3f1ec', '#f5f5f4'],
  dark: ['#0c0b0a', '#151311', '#1c1a17'],
} as const

type Rgb = readonly [number, number, number]
const rgbOf = (colour: string): Rgb => {
  const bits = Number.parseInt(colour.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255]
}
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** A part of another colour in one, in sRGB: 0 is the one, 1 the other. */
const mix = (colour: string, other: string, part: number): string => {
  const [red, green, blue] = rgbOf(colour)
  const [otherRed, otherGreen, otherBlue] = rgbOf(other)
  const between = (one: number, two: number) => one + (two - one) * part
  return hexOf([between(red, otherRed), between(green, otherGreen), between(blue, otherBlue)])
}

/** WCAG 2.2, "relative luminance". */
const luminanceOf = (colour: string): number => {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  const [red, green, blue] = rgbOf(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const steps = 50
/** The nearest to a colour on the way to black or white that has a contrast against all of these. */
const moved = (colour: string, end: string, { against, least }: { against: readonly string[]; least: number }) => {
  for (let step = 0; step < steps; step++) {
    const candidate = mix(colour, end, step / steps)
    if (against.every((ground) => contrastOf(candidate, ground) >= least)) return candidate
  }
  return end
}

/** Black or white: one of them always has 4.58 or more. */
const inkOn = (fill: string): string =>
  contrastOf(fill, '#000000') >= contrastOf(fill, '#ffffff') ? '#000000' : '#ffffff'

const shadesOn = (accent: string, scheme: keyof typeof grounds): Shades => {
  const [end, field, tint] =
    scheme === 'light' ? (['#000000', '#ffffff', 0.08] as const) : (['#ffffff', '#151311', 0.14] as const)
  const fill = moved(accent, end, { against: grounds[scheme], least: shapeContrast })
  const ink = inkOn(fill)
  const surface = mix(field, accent, tint)
  return {
    fill,
    // Away from the words on it: pointed at, they are read more easily, not less.
    hover: mix(fill, ink === '#ffffff' ? '#000000' : '#ffffff', 0.12),
    ink,
    text: moved(accent, end, { against: [...grounds[scheme], surface], least: textContrast }),
    surface,
  }
}

/** A brand with its contrast repaired: whatever was chosen, everything can be read on every ground. `null` is the site's own. */
export const paintOf = (brand: (BrandChoice & Partial<Pick<Brand, 'logo'>>) | null): BrandPaint | null =>
  brand && {
    ground: brand.ground,
    typePair: brand.typePair,
    shades:
      brand.accent === null ? null : { light: shadesOn(brand.accent, 'light'), dark: shadesOn(brand.accent, 'dark') },
    logo: brand.logo ? shownLogo(brand.logo) : null,
  }

const shownLogo = (logo: Logo): ShownLogo => ({ url: logoPaths(logo).page, width: logo.width, height: logo.height })
