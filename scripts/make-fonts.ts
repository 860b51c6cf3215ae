import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/**
 * `npm run fonts`: makes the site's two typefaces and those that photographers choose from their packages. Each is reduced to the letters of Western and
 * Central Europe, in three files by how often they are used, the weights from 400 to 600 and the features that typesetting needs; the site's serif is fixed at the
 * optical size and the weight of titles. The licence (OFL, without reserved names) is stored beside the files.
 */

const folder = fileURLToPath(new URL('../frontend/src/ui/fonts/', import.meta.url))
const { resolve } = createRequire(import.meta.url)

/** From one code point to another, both included. */
const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/** What a page in English shows, with its prices and sums: fetched by every page. */
const latin = `${between(0x20, 0x7e)}\u00A0£©·×é–—‘’“”…€−`
/** The letters of Western Europe and signs that are rare: fetched only by who has one to show, as the next. */
const latinAccents = [...`${between(0xa0, 0xff)}Œœı‚„•‹›⁄™`].filter((letter) => !latin.includes(letter)).join('')
/** Polish, Czech, Turkish, Romanian and others. */
const latinExt = [...`${between(0x100, 0x17f)}ȘșȚț`].filter((letter) => !latinAccents.includes(letter)).join('')

const weights = { min: 400, max: 600, default: 400 }
const keepFeatures = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'case', 'lnum', 'tnum']

const faces = [
  { name: 'newsreader', axis: 'opsz', variationAxes: { opsz: 40, wght: weights.default } },
  ...[
    'figtree',
    'cormorant-garamond',
    'montserrat',
    'eb-garamond',
    'hanken-grotesk',
    'fraunces',
    'dm-sans',
    'karla',
    'bricolage-grotesque',
    'work-sans',
  ].map((name) => ({ name, axis: 'wght', variationAxes: { wght: weights } })),
]

await mkdir(folder, { recursive: true })
for (const { name, axis, variationAxes } of faces) {
  const place = (file: string) => resolve(`@fontsource-variable/${name}/${file}`)
  for (const [part, letters, source] of [
    ['latin', latin, 'latin'],
    ['latin-accents', latinAccents, 'latin'],
    ['latin-ext', latinExt, 'latin-ext'],
  ] as const) {
    const whole = await readFile(place(`files/${name}-${source}-${axis}-normal.woff2`))
    const small = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes, keepFeatures })
    const file = `${name}-${part}.woff2`
    await writeFile(join(folder, file), small)
    process.stdout.write(`${file}: ${small.byteLength} bytes\n`)
  }
  await writeFile(join(folder, `${name}-licence.txt`), await readFile(place('LICENSE')))
}
