// @vitest-environment node
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokens } from '#frontend/ui/tokens.ts'

const folder = 'frontend/src/ui/fonts'
const page = readFileSync('frontend/index.html', 'utf8')
const faces = [...page.matchAll(/@font-face \{([^}]*)\}/g)].map(([, rules = '']) => rules)
const own = faces.filter((rules) => rules.includes('url('))
const atHand = faces.filter((rules) => rules.includes('local('))
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

test('every file of the folder is used, each face has its licence, and the page names no other', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.woff2'))
  expect(own.map(fileOf).toSorted()).toEqual(files.toSorted())
  for (const name of ['newsreader', 'figtree'])
    expect(readFileSync(`${folder}/${name}-licence.txt`, 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1')
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
