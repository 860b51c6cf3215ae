import * as z from 'zod'

/** Six hexadecimal digits and nothing else: it goes into a style sheet. */
export const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .toLowerCase()

/** What a photographer's pages are drawn on. visitor: light or dark, as each visitor's device is set. */
export const Ground = z.enum(['visitor', 'light', 'paper', 'dark'])
export type Ground = z.infer<typeof Ground>

/** The typefaces of a photographer's pages, for titles and for the rest; house: the site's own. */
export const TypePair = z.enum(['house', 'classic', 'romantic', 'warm', 'modern', 'bold'])
export type TypePair = z.infer<typeof TypePair>

/** How a photographer's pages look beside the photos; `accent` is `null` for the site's own. */
export const Brand = z.object({
  accent: Colour.nullable(),
  ground: Ground,
  // Brands from before there was a choice have the site's own.
  typePair: TypePair.default('house'),
})
export type Brand = z.infer<typeof Brand>

const Shades = z.object({ fill: Colour, hover: Colour, ink: Colour, text: Colour, surface: Colour })
/** The shades that an accent has on one ground: of a button, of one pointed at, of words on it, of words, of a tinted field. */
export type Shades = z.infer<typeof Shades>

/** A brand as pages are drawn with it: its colours have contrast already. */
export const BrandPaint = z.object({
  ground: Ground,
  typePair: TypePair.default('house'),
  shades: z.object({ light: Shades, dark: Shades }).nullable(),
})
export type BrandPaint = z.infer<typeof BrandPaint>
