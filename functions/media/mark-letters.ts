import { fileURLToPath } from 'node:url'
import { sharp } from './hardened-sharp.ts'

/** Letters, white on black, one byte a pixel, cut close. */
export type Letters = { data: Buffer; width: number; height: number; fontPx: number }

/**
 * Lambda has no fonts, so the mark brings its own; where several have a character, the first draws it. Each path stands
 * in a call of its own, since the bundler copies what it finds there.
 */
const fonts = [
  ['DejaVu Sans', import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')],
  ['Noto Sans JP', import.meta.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf')],
  [
    'Noto Sans Devanagari',
    import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
  ],
  ['Noto Sans Thai', import.meta.resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf')],
  ['Noto Emoji', import.meta.resolve('@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf')],
] as const
const families = fonts.map(([family]) => family).join(', ')

type Wanted = { markup: string; fontPx: number; fontUrl: string }
const draw = async ({ markup, fontPx, fontUrl }: Wanted) => {
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `${families} Bold ${fontPx}`,
      fontfile: fileURLToPath(fontUrl),
      dpi: 72,
      wrap: 'none',
      align: 'centre',
    },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, fontPx }
}

/** A text may name one font file; the engine remembers each, so all are shown to it once, before anything counts. */
const openFonts = async () => {
  for (const [, fontUrl] of fonts) await draw({ markup: '.', fontPx: 8, fontUrl })
}
let opened: Promise<void> | undefined

// The text engine reads markup; these five characters are all that makes text markup.
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** Draws lines of text, centred below each other. */
export const drawLetters = async (lines: readonly string[], fontPx: number): Promise<Letters> => {
  opened ??= openFonts()
  await opened
  return draw({ markup: escaped(lines.join('\n')), fontPx, fontUrl: fonts[0][1] })
}

/** Whether anything is drawn at all: a font may draw a character as nothing. */
export const hasInk = ({ data }: Letters): boolean => data.some((value) => value > 127)
