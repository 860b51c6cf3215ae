import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { markText } from '#functions/media/mark-text.ts'
import { burnIn } from '#functions/media/watermark.ts'

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
    ['joiners that shape words', 'क्‍ष می‌خواهم', 'क्‍ष می‌خواهم'],
    ['the people of one emoji', '👩‍👩‍👧‍👦 👩🏽‍🚀', '👩‍👩‍👧‍👦 👩🏽‍🚀'],
    ['joiners that join nothing', 'Ja\u200d\u200dne\u200c ', 'Jane'],
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

  /**
   * Where, along its longer side, texts stand that neither that side's ends nor the long edges cut: first and last
   * pixel of each. Letters are lighter than the grey; a gap of half the shorter side parts two texts.
   */
  const wholeTexts = ({ data, width, height }: { data: Buffer; width: number; height: number }) => {
    const [along, beside] = width > height ? [width, height] : [height, width]
    const touched = (at: number, across: number) =>
      (data[(width > height ? across * width + at : at * width + across) * 3] ?? 0) > 140
    const found: { from: number; to: number; isCut: boolean }[] = []
    for (let at = 0; at < along; at += 1) {
      const marked = Array.from({ length: beside }, (_, across) => across).filter((across) => touched(at, across))
      if (marked.length === 0) continue
      const last = found.at(-1)
      const isCut = marked[0] === 0 || marked.at(-1) === beside - 1 || at === 0 || at === along - 1
      if (last && at - last.to < beside / 2) Object.assign(last, { to: at, isCut: last.isCut || isCut })
      else found.push({ from: at, to: at, isCut })
    }
    return found.filter(({ isCut }) => !isCut)
  }
  test.each([
    [2048, 205, '© Jane Doe'],
    [2048, 68, '© Jane Doe'],
    [205, 2048, '© Jane Doe'],
    [68, 2048, '© Jane Doe'],
    [2048, 68, 'Copyright 2024 Jane Elizabeth Doe-Harrington Photography Ltd'],
  ])('stands whole at least once on a strip of %i by %i pixels: %s', async (width, height, text) => {
    const whole = wholeTexts(await burnIn(flat(128, width, height), text))
    expect(whole.length).toBeGreaterThan(0)
    const longest = Math.max(...whole.map(({ from, to }) => to - from))
    expect(longest / Math.min(width, height)).toBeGreaterThan(1.2)
  })

  test('is on every row of pixels that a photo of one row has', async () => {
    expect(covered(await burnIn(flat(128, 2048, 1), 'Jane Doe'), 128)).toBeGreaterThan(0.02)
  })

  test('of the usual shapes and texts lies as it always did', async () => {
    const printOf = async (width: number, height: number, text: string) =>
      createHash('sha256')
        .update((await burnIn(flat(128, width, height), text)).data)
        .digest('hex')
        .slice(0, 16)
    expect(await printOf(2048, 1365, '© Jane Doe')).toBe('93859b94072ee336')
    expect(await printOf(2048, 1365, '© Jane Doe Photography 2024')).toBe('132012af8a49f077')
    expect(await printOf(2048, 1536, 'Copyright')).toBe('8acb88d089e21da4')
    expect(await printOf(1365, 2048, '© Jane Doe')).toBe('df85f0864cf3fe01')
  })

  test.each([
    ['60 emoji', 64, 64, '😀'.repeat(60)],
    ['60 emoji', 120, 80, '😀'.repeat(60)],
    ['60 emoji', 480, 320, '😀'.repeat(60)],
    ['a long line', 64, 64, 'Copyright 2024 Jane Elizabeth Doe-Harrington Photography Ltd'],
  ])(
    'too long to be seen on a small photo gives way to the usual word: %s on %i by %i',
    async (_, width, height, text) => {
      const [marked, usual] = [await burnIn(flat(128, width, height), text), await burnIn(flat(128, width, height), '')]
      expect(covered(marked, 128)).toBeGreaterThan(0.03)
      expect(marked.data.equals(usual.data)).toBe(true)
    },
  )

  test.each([
    ['one emoji on a small photo', 300, 200, '📷'],
    ['60 emoji on a usual photo', 1024, 683, '😀'.repeat(60)],
    ['a name on a thumbnail', 64, 64, '© Jane Doe'],
    ['a long line on a strip', 2048, 34, 'Copyright 2024 Jane Elizabeth Doe-Harrington Photography Ltd'],
  ])('that can be seen stays: %s', async (_, width, height, text) => {
    const [marked, usual] = [await burnIn(flat(128, width, height), text), await burnIn(flat(128, width, height), '')]
    expect(marked.data.equals(usual.data)).toBe(false)
  })

  test('does not change the photo it is given', async () => {
    const photo = flat(128)
    await burnIn(photo, 'Jane Doe')
    expect(photo.data.every((value) => value === 128)).toBe(true)
  })

  /** What a program prints on a machine that has no font. */
  const withoutFonts = (program: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'no-fonts-'))
    const config = join(folder, 'fonts.conf')
    writeFileSync(config, '<?xml version="1.0"?><fontconfig></fontconfig>')
    try {
      return spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        env: { PATH: process.env.PATH, FONTCONFIG_FILE: config, HOME: folder },
        encoding: 'utf8',
        maxBuffer: 4_194_304,
      }).stdout
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test('is drawn as well on a machine without any font', async () => {
    const there = Buffer.from(
      withoutFonts(`
        import { burnIn } from '#functions/media/watermark.ts'
        const marked = await burnIn({ data: Buffer.alloc(360000, 128), width: 400, height: 300 }, 'Jane Doe')
        process.stdout.write(marked.data.toString('base64'))`),
      'base64',
    )
    // The letters are the same; a font configuration may smooth their edges differently.
    const here = covered(await burnIn(flat(128), 'Jane Doe'), 128)
    expect(covered({ data: there }, 128) / here).toBeGreaterThan(0.5)
    expect(covered({ data: there }, 128) / here).toBeLessThan(1.5)
  })

  test('has letters for the scripts that the form names, not boxes with their codes', () => {
    // A box for a missing letter has a solid line on top; Georgian Mtavruli is in none of the fonts.
    const shares = withoutFonts(`
      import { drawLetters } from '#functions/media/mark-letters.ts'
      for (const letter of ['Q', 'Ω', 'Ж', '秋', '影', 'あ', 'श', 'क्ष', 'ภ', 'ส', 'م', 'ש', '📷', '👩‍👩‍👧‍👦', '\\u{1c90}']) {
        const { data, width } = await drawLetters([letter], 40)
        console.log(data.subarray(0, width).filter((value) => value > 200).length / width)
      }`)
      .trim()
      .split('\n')
      .map(Number)
    expect(shares).toHaveLength(15)
    expect(shares.pop()).toBeGreaterThan(0.9)
    expect(shares.filter((share) => share > 0.75)).toEqual([])
  })
})

test('a light mark covers less of a photo than the usual one, a strong one more, and all in the same places', async () => {
  const grey = flat(128)
  const touched = async (strength?: 'light' | 'medium' | 'strong') => {
    const { data } = await burnIn(grey, 'Jane Doe', strength)
    const moved = [...data].map((value) => Math.abs(value - 128))
    return { sum: moved.reduce((sum, each) => sum + each, 0), places: moved.filter((each) => each > 3).length }
  }
  const [light, medium, strong] = [await touched('light'), await touched('medium'), await touched('strong')]
  expect(await touched()).toEqual(medium)
  expect(light.sum).toBeLessThan(medium.sum * 0.7)
  expect(strong.sum).toBeGreaterThan(medium.sum * 1.4)
  expect(Math.abs(strong.places - medium.places)).toBeLessThan(medium.places * 0.2)
})
