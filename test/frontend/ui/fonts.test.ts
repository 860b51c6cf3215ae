// @vitest-environment node
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { tokens } from '#frontend/ui/tokens.ts'
import { faceRules, typePairs } from '#frontend/ui/type-pairs.ts'
import { TypePair } from '#schema/entities/brand.ts'

const folder = 'frontend/src/ui/fonts'
const page = readFileSync('frontend/index.html', 'utf8')
const faces = [...page.matchAll(/@font-face \{([^}]*)\}/g)].map(([, rules = '']) => rules)
const own = faces.filter((rules) => rules.includes('url('))
const atHand = faces.filter((rules) => rules.includes('local('))
const pairFaces = Object.values(typePairs).flat()
const nameOf = (rules: string) => /font-family: '?([^;']+)'?;/.exec(rules)?.[1] ?? ''
const fileOf = (rules: string) => /url\('\/src\/ui\/fonts\/([^']+)'\)/.exec(rules)?.[1] ?? ''

test('the two faces are 60 kB at most, and what is fetched first is just them', () => {
  const preloaded = [...page.matchAll(/rel="preload" href="\/src\/ui\/fonts\/([^"]+)" as="font"/g)].map(
    ([, file = '']) => file,
  )
  expect(preloaded).toEqual(['newsreader-latin.woff2', 'figtree-latin.woff2'])
  const bytes = preloaded.reduce((sum, file) => sum + statSync(`${folder}/${file}`).size, 0)
  expect(bytes).toBeLessThan(60_000)
})

test('the serif has the weight that titles are set in, and no component sets it in another', () => {
  const weightsOf = (name: string) =>
    own.filter((face) => nameOf(face) === name).map((face) => /font-weight: ([^;]+);/.exec(face)?.[1])
  expect(weightsOf('Newsreader')).toEqual(['400', '400', '400'])
  const sources = readdirSync('frontend/src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const elements = sources.flatMap(
    (file) => readFileSync(`frontend/src/${file}`, 'utf8').match(/<[A-Z][^<>]*>|\{[^{}]*\}/g) ?? [],
  )
  const serif = elements.filter((each) => /fontFamily(=|: )['"]heading|^<Heading\b/.test(each))
  expect(serif.length).toBeGreaterThan(50)
  expect(serif.filter((each) => /fontWeight/.test(each) && !/fontWeight(=|: )['"]normal/.test(each))).toEqual([])
})

test('every file of the folder is used, each face has its licence, and the page names no other', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.woff2'))
  const chosen = pairFaces.flatMap((face) => face.files.map((file) => basename(file)))
  expect([...own.map(fileOf), ...new Set(chosen)].toSorted()).toEqual(files.toSorted())
  for (const name of new Set(files.map((file) => file.replace(/-latin.*/, ''))))
    expect(readFileSync(`${folder}/${name}-licence.txt`, 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1')
})

const lettersOf = (rules: string) =>
  (/unicode-range: ([^;]+);/.exec(rules)?.[1] ?? '').split(/,\s*/).flatMap((range) => {
    const [first = Number.NaN, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((each) => Number.parseInt(each, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

test('a letter is in one file of a face, and the sentences of the site need the first alone', () => {
  for (const name of ['Newsreader', 'Figtree']) {
    const letters = own.filter((face) => nameOf(face) === name).flatMap(lettersOf)
    expect(letters).toHaveLength(new Set(letters).size)
    // The letters and signs of ISO 8859-1: all but its control characters.
    for (let letter = 0x20; letter <= 0xff; letter++)
      if (letter < 0x7f || letter > 0x9f) expect(letters).toContain(letter)
  }
  const rare = new Set(own.filter((face) => !fileOf(face).endsWith('-latin.woff2')).flatMap(lettersOf))
  const needed = ['frontend/src', 'schema'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx$|^(?:page-heads|errors)\.ts$/.test(file))
      .flatMap((file) =>
        [...readFileSync(`${root}/${file}`, 'utf8')].filter((letter) => rare.has(letter.charCodeAt(0))),
      ),
  )
  expect(needed).toEqual([])
})

test('a file that is fetched for a letter has it', async () => {
  for (const face of own) {
    const letters = new Set(lettersOf(face))
    const file = readFileSync(`${folder}/${fileOf(face)}`)
    for (const letter of '£é€œŒßçñıłžșț') {
      if (!letters.has(letter.charCodeAt(0))) continue
      const font = Buffer.from(await subsetFont(file, letter, { targetFormat: 'sfnt', keepFeatures: [] }))
      // OpenType, "maxp": the glyphs, of which the first is the one for letters that are missing.
      const glyphs = font.readUInt16BE(font.readUInt32BE(font.indexOf('maxp') + 8) + 4)
      expect([fileOf(face), letter, glyphs > 1]).toEqual([fileOf(face), letter, true])
    }
  }
})

test('letters beyond the first file are asked for by who has them to show', () => {
  for (const face of own) expect(face).toMatch(/unicode-range: U\+[\dA-F]{4}/)
  expect(own.every((face) => face.includes('font-display: swap'))).toBe(true)
})

test('what stands in for a face takes its room, so that nothing moves when it comes', () => {
  expect(atHand.map(nameOf).toSorted()).toEqual([
    'Sans at hand',
    'Sans at hand 2',
    'Serif at hand',
    'Serif at hand 2',
    'Serif at hand 3',
  ])
  for (const face of atHand)
    for (const metric of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'])
      expect(face).toMatch(new RegExp(`${metric}: \\d`))
  const used = `${tokens.fonts?.heading?.value} ${tokens.fonts?.body?.value}`
  for (const face of faces) expect(used).toContain(nameOf(face))
})

test.each(Object.entries(typePairs))('%s: a pair that is chosen is 60 kB at most', (_, pair) => {
  const bytes = pair.reduce((sum, { files: [latin] }) => sum + statSync(`${folder}/${basename(latin)}`).size, 0)
  expect(bytes).toBeLessThan(60_000)
})

test.each(Object.entries(typePairs))('%s: the decision says what a pair weighs', (_, pair) => {
  const kB = (parts: number) =>
    Math.round(
      pair
        .flatMap(({ files }) => files.slice(0, parts))
        .reduce((sum, file) => sum + statSync(`${folder}/${basename(file)}`).size, 0) / 1_000,
    )
  const decision = readFileSync('docs/decisions/0127-a-brand-is-a-colour-a-ground-and-typefaces.md', 'utf8')
  const said = new RegExp(`${pair.map(({ name }) => name).join(' and ')} \\((\\d+)(?: kB)?; (\\d+)[ )]`).exec(decision)
  expect(said?.slice(1).map(Number)).toEqual([kB(1), kB(2)])
})

test.each([...new Set(pairFaces)])('$name stands on the line that its file says', async ({ files, ...face }) => {
  const file = readFileSync(`${folder}/${basename(files[0])}`)
  const font = Buffer.from(await subsetFont(file, 'a', { targetFormat: 'sfnt' }))
  // OpenType, "head" and "hhea": the directory has 16 bytes a table, from byte 12.
  const at = (tag: string) => font.readUInt32BE(font.indexOf(tag) + 8)
  const perEm = font.readUInt16BE(at('head') + 18)
  expect(font.readInt16BE(at('hhea') + 4) / perEm).toBeCloseTo(face.ascent, 3)
  expect(-font.readInt16BE(at('hhea') + 6) / perEm).toBeCloseTo(face.descent, 3)
})

test('a pair is fetched from this site alone, swapped in, with stand-ins of its room and the letters of the page’s own', () => {
  expect(faceRules('house')).toBe('')
  const ranges = own.map((rules) => /unicode-range: ([^;]+);/.exec(rules)?.[1]?.replaceAll(' ', ''))
  for (const [pair, [heading]] of Object.entries(typePairs)) {
    const rules = [...faceRules(TypePair.parse(pair)).matchAll(/@font-face\{([^}]*)\}/g)].map(([, rule = '']) => rule)
    const fetched = rules.filter((rule) => rule.includes('url('))
    expect(fetched).toHaveLength(6)
    for (const rule of fetched) {
      expect(rule).toContain('font-display:swap')
      expect(rule).toMatch(/url\(\/[^/)]/)
      expect(ranges).toContain(/unicode-range:(.+)$/.exec(rule)?.[1])
    }
    const standIns = rules.filter((rule) => rule.includes('local('))
    expect(standIns).toHaveLength(heading.kind === 'serif' ? 5 : 4)
    for (const rule of standIns)
      for (const metric of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'])
        expect(rule).toMatch(new RegExp(`${metric}:\\d`))
  }
})
