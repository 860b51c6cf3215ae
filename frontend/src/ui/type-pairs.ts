import type { TypePair } from '#schema/entities/brand.ts'
import bricolage from './fonts/bricolage-grotesque-latin.woff2?url'
import bricolageAccents from './fonts/bricolage-grotesque-latin-accents.woff2?url'
import bricolageExt from './fonts/bricolage-grotesque-latin-ext.woff2?url'
import cormorant from './fonts/cormorant-garamond-latin.woff2?url'
import cormorantAccents from './fonts/cormorant-garamond-latin-accents.woff2?url'
import cormorantExt from './fonts/cormorant-garamond-latin-ext.woff2?url'
import dmSans from './fonts/dm-sans-latin.woff2?url'
import dmSansAccents from './fonts/dm-sans-latin-accents.woff2?url'
import dmSansExt from './fonts/dm-sans-latin-ext.woff2?url'
import garamond from './fonts/eb-garamond-latin.woff2?url'
import garamondAccents from './fonts/eb-garamond-latin-accents.woff2?url'
import garamondExt from './fonts/eb-garamond-latin-ext.woff2?url'
import fraunces from './fonts/fraunces-latin.woff2?url'
import frauncesAccents from './fonts/fraunces-latin-accents.woff2?url'
import frauncesExt from './fonts/fraunces-latin-ext.woff2?url'
import hanken from './fonts/hanken-grotesk-latin.woff2?url'
import hankenAccents from './fonts/hanken-grotesk-latin-accents.woff2?url'
import hankenExt from './fonts/hanken-grotesk-latin-ext.woff2?url'
import karla from './fonts/karla-latin.woff2?url'
import karlaAccents from './fonts/karla-latin-accents.woff2?url'
import karlaExt from './fonts/karla-latin-ext.woff2?url'
import montserrat from './fonts/montserrat-latin.woff2?url'
import montserratAccents from './fonts/montserrat-latin-accents.woff2?url'
import montserratExt from './fonts/montserrat-latin-ext.woff2?url'
import workSans from './fonts/work-sans-latin.woff2?url'
import workSansAccents from './fonts/work-sans-latin-accents.woff2?url'
import workSansExt from './fonts/work-sans-latin-ext.woff2?url'

/**
 * `width`: em of a letter of English text at weight 400, the mean of what Chromium measures; `ascent` and `descent`: em,
 * from the font's `hhea`.
 */
type Face = {
  name: string
  kind: 'serif' | 'sans-serif'
  files: readonly [latin: string, accents: string, latinExt: string]
  width: number
  ascent: number
  descent: number
}
const face = (
  name: string,
  kind: Face['kind'],
  files: Face['files'],
  [width, ascent, descent]: readonly [number, number, number],
): Face => ({ name, kind, files, width, ascent, descent })

const montserratFace = face(
  'Montserrat',
  'sans-serif',
  [montserrat, montserratAccents, montserratExt],
  [0.488, 0.968, 0.251],
)

/** Titles and the rest. The site's own pair stands in `index.html`. */
export const typePairs: Readonly<Record<Exclude<TypePair, 'house'>, readonly [heading: Face, body: Face]>> = {
  classic: [
    face('EB Garamond', 'serif', [garamond, garamondAccents, garamondExt], [0.368, 1.007, 0.298]),
    face('Hanken Grotesk', 'sans-serif', [hanken, hankenAccents, hankenExt], [0.435, 1, 0.303]),
  ],
  romantic: [
    face('Cormorant Garamond', 'serif', [cormorant, cormorantAccents, cormorantExt], [0.379, 0.924, 0.287]),
    montserratFace,
  ],
  warm: [
    face('Fraunces', 'serif', [fraunces, frauncesAccents, frauncesExt], [0.451, 0.978, 0.255]),
    face('DM Sans', 'sans-serif', [dmSans, dmSansAccents, dmSansExt], [0.449, 0.992, 0.31]),
  ],
  modern: [montserratFace, face('Karla', 'sans-serif', [karla, karlaAccents, karlaExt], [0.443, 0.917, 0.252])],
  bold: [
    face('Bricolage Grotesque', 'sans-serif', [bricolage, bricolageAccents, bricolageExt], [0.455, 0.93, 0.27]),
    face('Work Sans', 'sans-serif', [workSans, workSansAccents, workSansExt], [0.487, 0.93, 0.243]),
  ],
}

/** What machines have at hand, and its width as that of a `Face`. */
const atHand = {
  serif: [
    [['Georgia'], 0.432],
    [['Times New Roman', 'Liberation Serif', 'Times'], 0.393],
    [['Noto Serif'], 0.466],
  ],
  'sans-serif': [
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: a width that was measured.
    [['Arial', 'Liberation Sans', 'Helvetica'], 0.434],
    [['Roboto'], 0.433],
  ],
} as const

/** The letters of the three files, as in `index.html`. */
const ranges = [
  'U+0020-007E,U+00A0,U+00A3,U+00A9,U+00B7,U+00D7,U+00E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+20AC,U+2212',
  'U+00A1-00A2,U+00A4-00A8,U+00AA-00B6,U+00B8-00D6,U+00D8-00E8,U+00EA-00FF,U+0131,U+0152-0153,U+201A,U+201E,U+2022,U+2039-203A,U+2044,U+2122',
  'U+0100-0130,U+0132-0151,U+0154-017F,U+0218-021B',
] as const

const percent = (part: number) => `${(part * 100).toFixed(1)}%`

const rulesOfFace = ({ name, kind, files, width, ascent, descent }: Face): string =>
  [
    ...files.map(
      (file, index) =>
        `@font-face{font-family:"${name}";font-weight:400 600;font-display:swap;src:url(${file}) format("woff2");unicode-range:${String(ranges[index])}}`,
    ),
    // In the room of the letters to come: their width, height and baseline, so that nothing moves.
    ...atHand[kind].map(([names, its], index) => {
      const size = width / its
      return `@font-face{font-family:"${name} at hand ${String(index)}";src:${names.map((each) => `local("${each}")`).join(',')};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%}`
    }),
  ].join('')

const familyOf = ({ name, kind }: Face): string =>
  [name, ...atHand[kind].map((_, index) => `${name} at hand ${String(index)}`), kind]
    .map((each) => (each === kind ? each : `"${each}"`))
    .join(',')

/** The rules that fetch a pair where its letters are used; nothing for the site's own. */
export const faceRules = (pair: TypePair): string => (pair === 'house' ? '' : typePairs[pair].map(rulesOfFace).join(''))

/** The files of a pair that English needs; none for the site's own, which every page names. */
export const firstFilesOf = (pair: TypePair): string[] =>
  pair === 'house' ? [] : typePairs[pair].flatMap(({ files }) => files.slice(0, 1))

/** A pair in place of the site's, as the theme's variables. */
export const typeStyle = (pair: TypePair) => {
  if (pair === 'house') return {}
  const [heading, body] = typePairs[pair]
  return { '--ds-fonts-heading': familyOf(heading), '--ds-fonts-body': familyOf(body) }
}

/** The rules that set a page in a pair. */
export const pairRules = (pair: TypePair): string => {
  const values = Object.entries(typeStyle(pair)).map(([name, value]) => `${name}:${value}`)
  return `${faceRules(pair)}:root{${values.join(';')}}`
}
