import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { burnIn, markText } from '#functions/media/watermark.ts'

const flat = (value: number, width = 400, height = 300) => ({
  data: Buffer.alloc(width * height * 3, value),
  width,
  height,
})
/** Share of the pixels that differ clearly from the flat grey they were. */
const covered = ({ data }: { data: Buffer }, value: number) =>
  data.reduce((count, channel) => count + (Math.abs(channel - value) > 24 ? 1 : 0), 0) / data.length

describe('the text is drawn as text, whatever it contains', () => {
  const rightToLeft = 'abc \u202edef\u202c \u2066ghi\u2069 \u200fjkl'
  test.each([
    ['plain text', '© Jane Doe 2024', '© Jane Doe 2024'],
    ['markup', '<b>Jane</b> & <script>alert(1)</script>', '<b>Jane</b> & <script>alert(1)</script>'],
    ['several lines', 'Jane\n\tDoe\r\n\u2028 Photos ', 'Jane Doe Photos'],
    ['commands of direction', rightToLeft, 'abc def ghi jkl'],
    ['commands without a picture', 'Ja\0ne\u200b\ufeff\u0007', 'Jane'],
    ['half a character', 'Jane \ud83d', 'Jane \ufffd'],
    ['nothing', '', 'Copyright'],
    ['nothing visible', ' \u3164\u200d\u2800 ', 'Copyright'],
    ['another script', 'עידו כהן', 'עידו כהן'],
  ])('%s', (_name, stored, drawn) => {
    expect(markText(stored)).toBe(drawn)
  })

  test('ten thousand characters are cut to as many as the form takes', () => {
    expect(markText('Jane Doe '.repeat(1_200))).toHaveLength(60)
    expect(markText(`Jane ${'\u0301'.repeat(10_000)}`).length).toBeLessThanOrEqual(60)
    expect(markText('👩‍👩‍👧‍👦'.repeat(100))).toMatch(/^(?:👩‍👩‍👧‍👦|👩👩👧👦)+$/u)
  })

  test.each([
    ['markup', '<span size="1">X</span>', 'X'],
    ['an entity', '&amp;', '&'],
    ['a drawing', '<svg><rect width="999" height="999"/></svg>', 'svg'],
  ])('%s takes no effect: all its letters are there', async (_name, text, without) => {
    const [written, other] = [await burnIn(flat(128), text), await burnIn(flat(128), without)]
    expect(written.data.equals(other.data)).toBe(false)
    expect(covered(written, 128)).toBeGreaterThan(0.02)
  })

  test.each([
    '<b',
    '</span>',
    '&',
    '&#0;',
    '&unknown;',
    '"\'>',
    ']]>',
    '<!ENTITY x SYSTEM "file:///etc/passwd">',
    '%s%n',
    '漢字',
    '😀',
  ])('odd text %s draws a mark', async (text) => {
    expect(covered(await burnIn(flat(128), text), 128)).toBeGreaterThan(0.01)
  })
})

describe('the mark', () => {
  test.each([0, 40, 128, 215, 255])('shows on grey of %i', async (grey) => {
    expect(covered(await burnIn(flat(grey), 'Jane Doe'), grey)).toBeGreaterThan(0.03)
  })

  test('leaves most of the photo as it is', async () => {
    const marked = await burnIn(flat(128), 'Jane Doe')
    const untouched = marked.data.reduce((count, value) => count + (value === 128 ? 1 : 0), 0) / marked.data.length
    expect(untouched).toBeGreaterThan(0.4)
  })

  test('is everywhere: no quarter of the photo is without', async () => {
    const { data, width } = await burnIn(flat(128, 2048, 1365), 'Jane Doe Photography')
    for (const [left, top] of [
      [0, 0],
      [1024, 0],
      [0, 682],
      [1024, 682],
    ] as const) {
      let touched = 0
      for (let y = top; y < top + 682; y += 1) {
        for (let x = left; x < left + 1024; x += 1) touched += data[(y * width + x) * 3] === 128 ? 0 : 1
      }
      expect(touched / (682 * 1024)).toBeGreaterThan(0.02)
    }
  })

  test('takes the same share of a small photo as of a large one', async () => {
    const [small, large] = [
      await burnIn(flat(128, 480, 320), 'Jane Doe'),
      await burnIn(flat(128, 1920, 1280), 'Jane Doe'),
    ]
    expect(covered(small, 128) / covered(large, 128)).toBeGreaterThan(0.6)
    expect(covered(small, 128) / covered(large, 128)).toBeLessThan(1.6)
  })

  test.each([
    [1, 1],
    [3, 500],
    [500, 2],
    [20, 20],
  ])('fits a photo of %i by %i pixels', async (width, height) => {
    const marked = await burnIn(flat(128, width, height), 'Jane Doe')
    expect(marked.data).toHaveLength(width * height * 3)
  })

  test('does not change the photo it is given', async () => {
    const photo = flat(128)
    await burnIn(photo, 'Jane Doe')
    expect(photo.data.every((value) => value === 128)).toBe(true)
  })

  test('is drawn as well on a machine without any font', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-fonts-'))
    const config = join(folder, 'fonts.conf')
    writeFileSync(config, '<?xml version="1.0"?><fontconfig></fontconfig>')
    const program = `
      import { burnIn } from '#functions/media/watermark.ts'
      const marked = await burnIn({ data: Buffer.alloc(360000, 128), width: 400, height: 300 }, 'Jane Doe')
      process.stdout.write(marked.data.toString('base64'))`
    try {
      const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        env: { PATH: process.env.PATH, FONTCONFIG_FILE: config, HOME: folder },
        encoding: 'utf8',
        maxBuffer: 4_194_304,
      })
      const there = Buffer.from(child.stdout, 'base64')
      // The letters are the same; a font configuration may smooth their edges differently.
      const here = covered(await burnIn(flat(128), 'Jane Doe'), 128)
      expect(covered({ data: there }, 128) / here).toBeGreaterThan(0.5)
      expect(covered({ data: there }, 128) / here).toBeLessThan(1.5)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
