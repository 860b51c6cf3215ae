import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { bibColours, bibFonts, blackInk, flatBib } from './bibs.ts'

const folder = join(import.meta.dirname, 'photos')

/** Where a crop lies in its negative, as parts of width and height: spread evenly, none twice, the same at each run. */
const frameOf = (index: number, count: number) => {
  const columns = Math.ceil(Math.sqrt(count))
  const scale = 0.42 + 0.2 * ((index * 7) % 4) * 0.33
  const column = index % columns
  const row = Math.floor(index / columns)
  const rows = Math.ceil(count / columns)
  const place = (at: number, of: number) => (of === 1 ? 0.5 : at / (of - 1)) * (1 - scale)
  return { scale, left: place(column, columns), top: place(row, rows) }
}

/** The photographer's own file. */
const negative = (file: string): Promise<Buffer> => readFile(join(folder, file))

/** One of `count` prints cut from a negative: alternately wide and tall, at most 1,600 px. */
const crop = async (file: string, index: number, count: number): Promise<Buffer> => {
  const bytes = await negative(file)
  const { autoOrient } = await sharp(bytes).metadata()
  const { scale, left, top } = frameOf(index, count)
  const width = Math.round(autoOrient.width * scale)
  const height = Math.round(autoOrient.height * scale * (index % 3 === 2 ? 1 : 0.85))
  return sharp(bytes)
    .autoOrient()
    .extract({
      left: Math.round(autoOrient.width * left),
      top: Math.min(Math.round(autoOrient.height * top), autoOrient.height - height),
      width,
      height,
    })
    .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** A race's photos are smaller: they are many, and reading their numbers takes this machine a second for each. */
const racePx = 1_200
/** Of the photo's longest side. */
const bibWidth = 0.12

/** Runners who ran past the camera: a bib each, side by side at the height of chests, a little turned. */
const withRunners = async (jpeg: Buffer, runners: readonly string[], takenAt: string): Promise<Buffer> => {
  const { data, info } = await sharp(jpeg)
    .autoOrient()
    .resize({ width: racePx, height: racePx, fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true })
  const width = Math.round(bibWidth * Math.max(info.width, info.height))
  const bibs = runners.map(async (text, index) => {
    const colour = bibColours[Number(text) % bibColours.length] ?? blackInk
    const flat = await flatBib(text, {
      width,
      height: Math.round(width * 0.75),
      font: bibFonts[0],
      colour,
      ink: blackInk,
      organiser: 'VALLEY HALF',
    })
    const angle = (((Number(text) + index) % 5) - 2) * 2
    const input = await sharp(flat).rotate(angle, { background: '#00000000' }).png().toBuffer()
    const strip = info.width / runners.length
    return {
      input,
      left: Math.round(strip * (index + 0.5) - width / 2),
      top: Math.round(info.height * (0.5 + ((Number(text) % 3) - 1) * 0.08)),
    }
  })
  return (
    sharp(data)
      .composite(await Promise.all(bibs))
      // `IFD2` is Exif's own directory in libvips (sharp.pixelplumbing.com/api-output/#withexif).
      .withExif({ IFD2: { DateTimeOriginal: takenAt.replace('T', ' ').replaceAll('-', ':') } })
      .jpeg({ quality: 82 })
      .toBuffer()
  )
}

/** Where the bytes of a market's photos come from. */
export type Prints = {
  negative(file: string): Promise<Buffer>
  crop(file: string, index: number, count: number): Promise<Buffer>
  /**
   * The same photo with runners in it, who wear these numbers.
   * @param takenAt By the camera's clock, "2026-05-10T09:35:00".
   */
  withRunners(jpeg: Buffer, runners: readonly string[], takenAt: string): Promise<Buffer>
}
/** The demo's own. */
export const prints: Prints = { negative, crop, withRunners }

/** Who took it and under which licence (local/seed/photos/CREDITS.md): said wherever the picture is shown. */
export const credits: Readonly<Record<string, string>> = {
  'estuary-bridge.jpg': 'Sander Klootwijk, 2018, CC BY-SA 4.0',
  'dragonfly.jpg': 'Bolly, 2018, CC BY-SA 4.0',
  'fig-in-red-bowl.jpg': 'Trevor “Freespace”, 2018, CC BY 4.0',
  'paint-brushes.jpg': 'Trevor “Freespace”, 2018, CC BY 4.0',
  'wine-and-drum.jpg': 'Jakub Mede, 2018, CC BY 4.0',
  'aitzgorri-ridge.jpg': 'Aitzol Berasategi, 2018, CC BY 4.0',
  'paper-bird.jpg': 'Peter Nerlich, 2018, CC BY-SA 4.0',
  'two-spaniels.jpg': 'Aitzol Berasategi, 2018, CC BY 4.0',
  'green-clock.jpg': 'Peter Nerlich, 2018, CC BY-SA 4.0',
  'woodland-stream.jpg': 'Aitzol Berasategi, 2018, CC BY 4.0',
  'picos-de-europa.jpg': 'Aitzol Berasategi, 2018, CC BY 4.0',
  'dandelion-seeding.jpg': 'Clemens Engelhardt, 2018, CC0 1.0',
  'mountain-sunset.jpg': 'Aitzol Berasategi, 2018, CC BY 4.0',
  'nuthatch.jpg': 'Lukas Baubkus, 2021, CC BY-SA 3.0',
}
