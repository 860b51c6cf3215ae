import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

type Font = { name: string; file: string }
/** From packages of the product, so that the pictures are the same on every machine. */
export const bibFonts: readonly [Font, ...Font[]] = [
  { name: 'DejaVu Sans Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' },
  { name: 'DejaVu Sans Condensed Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf' },
  { name: 'DejaVu Serif Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf' },
]
export const bibColours = ['#c22033', '#1d4fa0', '#11823b', '#e28a00', '#31313b'] as const
export const blackInk = '#101014'

type Size = { width: number; height: number }
type Style = {
  font: Font
  colour: string
  ink: string
  /** What stands above the number. */
  organiser: string
}

const write = async (text: string, { font, colour, box }: { font: Font; colour: string; box: Size }) =>
  sharp({
    text: {
      text: `<span foreground="${colour}">${text}</span>`,
      font: font.name,
      fontfile: fileURLToPath(import.meta.resolve(font.file)),
      rgba: true,
      ...box,
    },
  })
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })

/** A bib flat on the table, as PNG: a coloured head, the number, a line of the organiser's. Sizes in pixels. */
export const flatBib = async (
  text: string,
  { width, height, font, colour, ink, organiser }: Size & Style,
): Promise<Buffer> => {
  const number = await write(text, {
    font,
    colour: ink,
    box: { width: Math.round(width * 0.86), height: Math.round(height * 0.5) },
  })
  const line = await write(organiser, {
    font,
    colour: '#ffffff',
    box: { width: Math.round(width * 0.6), height: Math.round(height * 0.1) },
  })
  const head = { create: { width, height: Math.round(height * 0.2), channels: 3, background: colour } } as const
  return sharp({ create: { width, height, channels: 4, background: '#f7f7f4' } })
    .composite([
      { input: head, left: 0, top: 0 },
      { input: line.data, left: Math.round((width - line.info.width) / 2), top: Math.round(height * 0.05) },
      {
        input: number.data,
        left: Math.round((width - number.info.width) / 2),
        top: Math.round(height * 0.6 - number.info.height / 2),
      },
    ])
    .png()
    .toBuffer()
}
