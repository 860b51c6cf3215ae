import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { adobeRgbProfile } from '#functions/media/cleaning/adobe-rgb.ts'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { rebuildProfile } from '#functions/media/cleaning/rebuild-profile.ts'
import { isPlainSrgb } from '#functions/media/colour-profile.ts'
import { colourProfile, primaries } from '#test/support/media/colour-profiles.ts'
import { photograph, profileSegment, withSegments } from '#test/support/media/photo-files.ts'

const jpeg = await sharp(photograph('paint-brushes')).resize(320).jpeg({ quality: 95 }).toBuffer()
const seenWith = async (profile: Buffer) =>
  sharp(withSegments(jpeg, profileSegment(profile)), { failOn: 'none' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
const rebuilt = (profile: Buffer): Buffer => {
  const own = rebuildProfile(profile)
  if (!own) throw new Error('no profile')
  return own
}
/** One more element in a profile's table, which moves all others. */
const withTag = (profile: Buffer, name: string, element: Buffer) => {
  const count = profile.readUInt32BE(128)
  const head = Buffer.from(profile.subarray(0, 132 + 12 * count))
  head.writeUInt32BE(count + 1, 128)
  for (let index = 0; index < count; index += 1) {
    const at = 136 + 12 * index
    head.writeUInt32BE(head.readUInt32BE(at) + 12, at)
  }
  const row = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.alloc(8)])
  const body = profile.subarray(132 + 12 * count)
  row.writeUInt32BE(head.length + 12 + body.length, 4)
  row.writeUInt32BE(element.length, 8)
  const whole = Buffer.concat([head, row, body, element])
  whole.writeUInt32BE(whole.length, 0)
  return whole
}

describe('the same colours, and nothing else of what the profile held', () => {
  test.each(Object.entries(primaries))('%s', async (_, each) => {
    const profile = colourProfile(each, "Jane's bedroom screen")
    const own = rebuilt(profile)
    expect((await seenWith(own)).equals(await seenWith(profile))).toBe(true)
    expect(isPlainSrgb(own)).toBe(isPlainSrgb(profile))
    expect(own.includes('Jane')).toBe(false)
    expect(rebuilt(own).equals(own)).toBe(true)
  })

  test('of a profile of tables, as printers have', async () => {
    const cmyk = await sharp(jpeg).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
    const copy = cleanCopy(cmyk)
    if (copy.kind === 'refused') throw new Error(copy.sentence)
    const shown = (file: Buffer) => sharp(file).toColourspace('srgb').raw().toBuffer()
    expect((await shown(copy.bytes)).equals(await shown(cmyk))).toBe(true)
    expect((await sharp(copy.bytes).metadata()).icc).toBeDefined()
  })

  test('names that many profiles have stay; bytes behind the last element and private elements go', () => {
    const profile = colourProfile(primaries.displayP3, 'Display P3')
    const secret = Buffer.from('a secret of a hundred bytes')
    const stuffed = Buffer.concat([withTag(profile, 'meta', secret), secret])
    expect(stuffed.includes(secret)).toBe(true)
    expect(rebuilt(stuffed).equals(rebuilt(profile))).toBe(true)
    expect(rebuilt(stuffed).includes('Display P3')).toBe(true)
  })

  test('bytes that are reserved in every element say nothing', () => {
    const profile = colourProfile(primaries.displayP3)
    const stuffed = Buffer.from(profile)
    for (let row = 132; row < 132 + 12 * profile.readUInt32BE(128); row += 12) {
      stuffed.write('Jane', profile.readUInt32BE(row + 4) + 4, 'latin1')
    }
    expect(rebuilt(stuffed).includes('Jane')).toBe(false)
    expect(rebuilt(stuffed).equals(rebuilt(profile))).toBe(true)
  })

  test('of two parts with the same number the first counts: programs disagree, so the copy has but one', async () => {
    const [first, second] = [colourProfile(primaries.proPhoto), colourProfile(primaries.adobeRgb)]
    const doubled = withSegments(jpeg, profileSegment(first), profileSegment(second))
    const copy = cleanCopy(doubled)
    if (copy.kind === 'refused') throw new Error(copy.sentence)
    expect((await sharp(copy.bytes).metadata()).icc?.equals(rebuilt(first))).toBe(true)
  })

  test('an element is cut where it says that it ends', () => {
    const curve = Buffer.concat([Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\x33', 'latin1'), Buffer.from('hidden text')])
    const own = rebuilt(withTag(colourProfile(primaries.proPhoto), 'kTRC', curve))
    expect(own.includes('hidden')).toBe(false)
  })
})

test('what is no profile of a photo is none', () => {
  const profile = colourProfile(primaries.adobeRgb)
  const changed = (at: number, text: string) => {
    const bytes = Buffer.from(profile)
    bytes.write(text, at, 'latin1')
    return bytes
  }
  for (const bytes of [
    Buffer.alloc(0),
    profile.subarray(0, 140),
    changed(36, 'none'),
    changed(16, 'HSV '),
    changed(12, 'link'),
  ]) {
    expect(rebuildProfile(bytes)).toBeUndefined()
  }
})

test('a profile flipped at any byte is rebuilt or left out, and the same each time', () => {
  const profile = colourProfile(primaries.proPhoto)
  for (let at = 0; at < profile.length; at += 1) {
    const flipped = Buffer.from(profile)
    flipped.writeUInt8(flipped.readUInt8(at) ^ 0xff, at)
    const own = rebuildProfile(flipped)
    if (own) expect(rebuildProfile(own)?.equals(own)).toBe(true)
  }
})

test('our own Adobe RGB gives the colours of Adobe’s numbers', async () => {
  const [ours, theirs] = [await seenWith(adobeRgbProfile), await seenWith(colourProfile(primaries.adobeRgb))]
  const worst = ours.reduce((most, value, index) => Math.max(most, Math.abs(value - (theirs[index] ?? 0))), 0)
  expect(worst).toBeLessThanOrEqual(1)
})
