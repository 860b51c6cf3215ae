import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Box } from '#functions/media/numbers/read-numbers.ts'
import { seededNumbers } from '#test/support/random.ts'

/**
 * How hard bibs are to read. Widths are fractions of the photo's longest side; angles in degrees; blur is the sigma of a
 * Gaussian in pixels at 2,048; `light` is how much of it falls on the bib; `covered` is which part of the bib's width something stands before, for every second bib.
 */
const difficulties = {
  easy: { width: [0.09, 0.14], angle: 5, blur: [0, 0.5], slant: 0.05, light: [0.9, 1], covered: [0, 0], quality: 88 },
  medium: {
    width: [0.055, 0.09],
    angle: 15,
    blur: [0.6, 1.4],
    slant: 0.15,
    light: [0.6, 1],
    covered: [0.04, 0.1],
    quality: 85,
  },
  hard: {
    width: [0.025, 0.05],
    angle: 32,
    blur: [1, 2.6],
    slant: 0.3,
    light: [0.3, 0.9],
    covered: [0.12, 0.35],
    quality: 75,
  },
} as const
type Difficulty = keyof typeof difficulties
export const difficultyNames = ['easy', 'medium', 'hard'] as const

/** What a photo shows: a number, or another word, and where its bib stands. */
type Bib = { text: string; box: Box }
export type RacePhoto = { jpeg: Buffer; bibs: Bib[] }

const folder = new URL('../../local/seed/photos/', import.meta.url)
/** The photographs that bibs are put on. */
export const backgrounds: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.jpg'))
  .toSorted()

type Font = { name: string; file: string }
/** From packages of the product, so that the pictures are the same on every machine. */
const fonts: readonly [Font, ...Font[]] = [
  { name: 'DejaVu Sans Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' },
  { name: 'DejaVu Sans Condensed Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf' },
  { name: 'DejaVu Serif Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf' },
]
const colours = ['#c22033', '#1d4fa0', '#11823b', '#e28a00', '#31313b'] as const

type Next = () => number
const between = (next: Next, [least, most]: readonly [number, number]) => least + next() * (most - least)
const oneOf = <T>(next: Next, choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(next() * choices.length)] ?? choices[0]

/** Mostly plain numbers, as races give them; some with a letter for the wave or the course. */
const someNumber = (next: Next): string => {
  const digits = String(Math.floor(10 ** (1 + next() * 3.3)) + 1)
  return next() < 0.15 ? `${oneOf(next, ['A', 'C', 'E', 'M', 'R'])}${digits.slice(0, 4)}` : digits
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

type Size = { width: number; height: number }
/** A bib flat on the table: a coloured head, the number, a line of the organiser's. */
const flatBib = async (text: string, { width, height, next }: Size & { next: Next }): Promise<Buffer> => {
  const [font, colour] = [oneOf(next, fonts), oneOf(next, colours)]
  const ink = oneOf(next, ['#101014', '#101014', colour])
  const number = await write(text, {
    font,
    colour: ink,
    box: { width: Math.round(width * 0.86), height: Math.round(height * 0.5) },
  })
  const line = await write('HARBOUR RUN', {
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

type Wanted = {
  difficulty: Difficulty
  seed: number
  /** What the bibs say; otherwise three to five numbers. */
  texts?: readonly string[]
  /** Pixels. */
  longestSide?: number
}

/** A photograph with bibs on it: the same for the same seed. */
export const racePhoto = async ({ difficulty, seed, texts, longestSide = 2_048 }: Wanted): Promise<RacePhoto> => {
  const next = seededNumbers(seed)
  const rules = difficulties[difficulty]
  const name = backgrounds[seed % backgrounds.length] ?? ''
  const { data, info } = await sharp(readFileSync(new URL(name, folder)))
    .resize({ width: longestSide, height: longestSide, fit: 'inside' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const photo = { width: info.width, height: info.height }
  const raw = { raw: { ...photo, channels: 3 } } as const
  const shown = texts ?? [...new Set(Array.from({ length: 3 + Math.floor(next() * 3) }, () => someNumber(next)))]
  const layers: { input: Buffer; left: number; top: number }[] = []
  const bibs: Bib[] = []
  for (const [index, text] of shown.entries()) {
    const width = Math.round(between(next, rules.width) * longestSide)
    const height = Math.round(width * 0.75)
    const flat = await flatBib(text, { width, height, next })
    const slant = (next() * 2 - 1) * rules.slant
    const angle = (next() * 2 - 1) * rules.angle
    const worn = sharp(
      await sharp(flat)
        .modulate({ brightness: between(next, rules.light) })
        .affine([1, slant, 0, 1], { background: '#00000000' })
        .png()
        .toBuffer(),
    ).rotate(angle, { background: '#00000000' })
    const blur = (between(next, rules.blur) * longestSide) / 2_048
    const bib = await (blur >= 0.3 ? sharp(await worn.png().toBuffer()).blur(blur) : worn)
      .png()
      .toBuffer({ resolveWithObject: true })
    // Side by side, each in a strip of its own, at the height of chests.
    const strip = photo.width / shown.length
    const left = Math.round(index * strip + next() * Math.max(0, strip - bib.info.width))
    const top = Math.round(photo.height * 0.25 + next() * Math.max(0, photo.height * 0.6 - bib.info.height))
    const place = {
      left: Math.min(left, photo.width - bib.info.width),
      top: Math.max(0, Math.min(top, photo.height - bib.info.height)),
    }
    layers.push({ input: bib.data, ...place })
    const covered = Math.round(between(next, rules.covered) * bib.info.width)
    // An arm, another runner: a piece of the photograph before the bib, from one side.
    if (covered > 0 && next() < 0.5) {
      const piece = await sharp(data, raw)
        .extract({
          left: Math.floor(next() * (photo.width - covered)),
          top: place.top,
          width: covered,
          height: bib.info.height,
        })
        .png()
        .toBuffer()
      layers.push({
        input: piece,
        left: next() < 0.5 ? place.left : place.left + bib.info.width - covered,
        top: place.top,
      })
    }
    bibs.push({
      text,
      box: {
        left: place.left / photo.width,
        top: place.top / photo.height,
        width: bib.info.width / photo.width,
        height: bib.info.height / photo.height,
      },
    })
  }
  const jpeg = await sharp(data, raw).composite(layers).jpeg({ quality: rules.quality }).toBuffer()
  return { jpeg, bibs }
}
