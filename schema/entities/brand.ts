import * as z from 'zod'
import { limits } from '#schema/limits.ts'

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

/** A logo that the server drew: the name of its files (`logoPaths`), and the size of the one that pages show. */
export const Logo = z.object({
  name: z.string().regex(/^[\w-]{22}\/[\w-]{22}$/),
  width: z.int().min(1).max(limits.logo.maxWidthPx),
  height: z.int().min(1).max(limits.logo.maxHeightPx),
})
export type Logo = z.infer<typeof Logo>

/** What a photographer chooses of how their pages look beside the photos; `accent` is `null` for the site's own. */
export const BrandChoice = z.object({
  accent: Colour.nullable(),
  ground: Ground,
  // Brands from before there was a choice have the site's own.
  typePair: TypePair.default('house'),
})
export type BrandChoice = z.infer<typeof BrandChoice>
/** The site's own look. */
export const usualChoice: BrandChoice = { accent: null, ground: 'visitor', typePair: 'house' }

export const Brand = BrandChoice.extend({ logo: Logo.nullable().default(null) })
export type Brand = z.infer<typeof Brand>

const Shades = z.object({ fill: Colour, hover: Colour, ink: Colour, text: Colour, surface: Colour })
/** The shades that an accent has on one ground: of a button, of one pointed at, of words on it, of words, of a tinted field. */
export type Shades = z.infer<typeof Shades>

/** Of this site, in pixels of the file: at most 800 by 240. */
export const ShownLogo = z.object({ url: z.string(), width: z.int().min(1), height: z.int().min(1) })
export type ShownLogo = z.infer<typeof ShownLogo>

/** A brand as pages are drawn with it: its colours have contrast already. */
export const BrandPaint = z.object({
  ground: Ground,
  typePair: TypePair.default('house'),
  shades: z.object({ light: Shades, dark: Shades }).nullable(),
  logo: ShownLogo.nullable().default(null),
})
export type BrandPaint = z.infer<typeof BrandPaint>
