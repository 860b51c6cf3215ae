import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Box } from '#functions/media/numbers/read-numbers.ts'
import { bibColours, bibFonts, blackInk, flatBib } from '#local/seed/bibs.ts'
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

type Next = () => number
const between = (next: Next, [least, most]: readonly [number, number]) => least + next() * (most - least)
const oneOf = <T>(next: Next, choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(next() * choices.length)] ?? choices[0]

/** Mostly plain numbers, as races give them; some with a letter for the wave or the course. */
const someNumber = (next: Next): string => {
  const digits = String(Math.floor(10 ** (1 + next() * 3.3)) + 1)
  return next() < 0.15 ? `${oneOf(next, ['A', 'C', 'E', 'M', 'R'])}${digits.slice(0, 4)}` : digits
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
    const [font, colour] = [oneOf(next, bibFonts), oneOf(next, bibColours)]
    const flat = await flatBib(text, {
      width,
      height,
      font,
      colour,
      ink: oneOf(next, [blackInk, blackInk, colour]),
      organiser: 'HARBOUR RUN',
    })
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
