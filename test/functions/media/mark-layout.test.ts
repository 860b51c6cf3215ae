import { describe, expect, test } from 'vitest'
import { angleOf, legibleFontPx, markLayout } from '#functions/media/mark-layout.ts'
import { drawLetters } from '#functions/media/mark-letters.ts'
import { linesOf, markText } from '#functions/media/mark-text.ts'

const long = 'Copyright 2024 Jane Elizabeth Doe-Harrington Photography Ltd'
const texts = [
  '© Jane Doe',
  long,
  'x'.repeat(60),
  '秋'.repeat(60),
  '日本の秋 写真工房',
  '© राज शर्मा छायाचित्र',
  'ภาพถ่าย โดย สมชาย ใจดี',
  '© 📷 Jane 👩‍👩‍👧‍👦',
]
const shapes = [
  [2048, 1365],
  [1365, 2048],
  [2048, 2048],
  [2048, 683],
  [683, 2048],
  [2048, 205],
  [205, 2048],
  [480, 320],
  [200, 300],
  [120, 80],
] as const

describe.each(shapes)('on %i by %i pixels', (width, height) => {
  test.each(texts)('the whole text lies within the photo: %s', async (text) => {
    const { lines, fontPx, run } = await markLayout(markText(text), { width, height }, drawLetters)
    const block = await drawLetters(lines, fontPx)
    const [sin, cos] = [Math.sin(angleOf[run]), Math.cos(angleOf[run])]
    expect(block.width * cos + block.height * sin).toBeLessThanOrEqual(width)
    expect(block.width * sin + block.height * cos).toBeLessThanOrEqual(height)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })
})

test.each(shapes.filter(([width]) => width !== 120))(
  'on %i by %i pixels every text can be read, on the thumbnail too',
  async (width, height) => {
    for (const text of texts) {
      const { fontPx } = await markLayout(text, { width, height }, drawLetters)
      const onThumbnail = fontPx * Math.min(1, 480 / Math.max(width, height))
      expect(onThumbnail).toBeGreaterThanOrEqual(12)
    }
  },
)

test('a strip that is too thin for letters of that size gets the largest that it can hold', async () => {
  const { fontPx, run } = await markLayout(long, { width: 2048, height: 34 }, drawLetters)
  expect(run).toBe('flat')
  expect(fontPx).toBeGreaterThan(30)
  expect(fontPx).toBeLessThan(legibleFontPx({ width: 2048, height: 34 }))
})

describe('a text in several lines', () => {
  test.each([
    ['words', 'Jane Elizabeth Doe Photography', 2, ['Jane Elizabeth', 'Doe Photography']],
    ['a name with hyphens', 'Jane Doe-Harrington', 2, ['Jane', 'Doe-Harrington']],
    ['one long word', 'abcdefghij', 2, ['abcde', 'fghij']],
    ['Japanese', '日本の秋の写真', 2, ['日本の', '秋の写真']],
    ['one line', 'Jane Doe', 1, ['Jane Doe']],
  ])('%s', (_name, text, count, lines) => {
    expect(linesOf(text, count)).toEqual(lines)
  })
})
