import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isPlainSrgb } from '#functions/media/colour-profile.ts'
import { colourProfile, primaries } from '#test/support/media/colour-profiles.ts'

const libvips = async (name: string) => {
  const file = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .withIccProfile(name)
    .png()
    .toBuffer()
  const { icc } = await sharp(file).metadata()
  return icc ?? Buffer.alloc(0)
}
const smallSrgb = await libvips('srgb')
const smallP3 = await libvips('p3')

/** Replaces one curve's or colorant's bytes, as a lying profile would. */
const bent = (profile: Buffer, tag: string, change: (element: Buffer) => void) => {
  const copy = Buffer.from(profile)
  const row = copy.indexOf(Buffer.from(tag), 128)
  const offset = copy.readUInt32BE(row + 4)
  change(copy.subarray(offset, offset + copy.readUInt32BE(row + 8)))
  return copy
}

describe('plain sRGB is told by colorants and curves', () => {
  test.each([
    ['a table of 1 024 values under any name', colourProfile(primaries.srgb, 'Camera Standard 3'), true],
    ['a parametric curve', smallSrgb, true],
    ['Display P3, which has the same curve', colourProfile(primaries.displayP3, 'sRGB IEC61966-2.1'), false],
    ['Display P3, parametric', smallP3, false],
    ['Adobe RGB', colourProfile(primaries.adobeRgb, 'sRGB'), false],
    ['ProPhoto RGB', colourProfile(primaries.proPhoto), false],
    ['sRGB colorants with gamma 2.2', colourProfile(primaries.srgbColorantsGamma22, 'sRGB'), false],
  ])('%s', (_name, profile, expected) => {
    expect(isPlainSrgb(profile)).toBe(expected)
  })

  test('one curve or one colorant that differs is enough to convert', () => {
    const srgb = colourProfile(primaries.srgb)
    expect(isPlainSrgb(bent(srgb, 'gXYZ', (element) => element.writeInt32BE(40_000, 8)))).toBe(false)
    // The builder shares one curve among the channels' places, not their bytes.
    expect(isPlainSrgb(bent(srgb, 'bTRC', (element) => element.fill(0xff, 12)))).toBe(false)
  })

  test('a lookup table takes precedence over everything else a profile says', () => {
    const srgb = colourProfile(primaries.srgb)
    srgb.write('A2B0', srgb.indexOf(Buffer.from('cprt'), 128), 'latin1')
    expect(isPlainSrgb(srgb)).toBe(false)
  })

  test('a profile cut at any byte, or filled with nonsense, is not plain', () => {
    for (let length = 0; length < smallSrgb.length; length += 1) {
      const cut = smallSrgb.subarray(0, length)
      expect(() => isPlainSrgb(cut)).not.toThrow()
    }
    expect(isPlainSrgb(Buffer.alloc(4_000, 0xff))).toBe(false)
  })
})
