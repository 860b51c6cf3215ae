import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/**
 * `npm run fonts`: makes the site's two typefaces and those that photographers choose from their packages. Each is reduced to the letters of Western and
 * Central Europe, the weights from 400 to 600 and the features that typesetting needs; the site's serif is fixed at the
 * optical size and the weight of titles. The licence (OFL, without reserved names) is stored beside the files.
 */

const folder = fileURLToPath(new URL('../frontend/src/ui/fonts/', import.meta.url))
const { resolve } = createRequire(import.meta.url)

/** From one code point to another, both included. */
const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/** Punctuation, the euro, arrows and the minus of sums. */
const signs = '–—‘’‚“”„†•…‹›⁄€™−×←↑→↓\u2009\u202F'
const latin = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}${signs}`
/** Polish, Czech, Turkish, Romanian and others: fetched only by who has such a letter to show. */
const latinExt = `${between(0x100, 0x17f)}ȘșȚț`

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
  for (const [part, letters] of [
    ['latin', latin],
    ['latin-ext', latinExt],
  ] as const) {
    const whole = await readFile(place(`files/${name}-${part}-${axis}-normal.woff2`))
    const small = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes, keepFeatures })
    const file = `${name}-${part}.woff2`
    await writeFile(join(folder, file), small)
    process.stdout.write(`${file}: ${small.byteLength} bytes\n`)
  }
  await writeFile(join(folder, `${name}-licence.txt`), await readFile(place('LICENSE')))
}
