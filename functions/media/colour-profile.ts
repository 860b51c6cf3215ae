/** One curve from device value to linear light, both 0 to 1. */
type Curve = (value: number) => number

const headerBytes = 128

const fixed = (profile: Buffer, at: number) => profile.readInt32BE(at) / 65_536

/** Where each tag's element is, checked against the profile's own bytes. */
const elements = (profile: Buffer) => {
  const found = new Map<string, Buffer>()
  const count = Math.min(profile.readUInt32BE(headerBytes), 100)
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + 4 + 12 * index
    if (at + 12 > profile.length) break
    const offset = profile.readUInt32BE(at + 4)
    const size = profile.readUInt32BE(at + 8)
    if (offset + size <= profile.length)
      found.set(profile.toString('latin1', at, at + 4), profile.subarray(offset, offset + size))
  }
  return found
}

/** Parameters a parametric curve of each type has (ICC.1:2022, table 68). */
const parameterCounts = [1, 3, 4, 5, 7]

const parametric = (element: Buffer): Curve | undefined => {
  const type = element.readUInt16BE(8)
  const count = parameterCounts[type]
  if (count === undefined || element.length < 12 + 4 * count) return undefined
  const at = (index: number) => (index < count ? fixed(element, 12 + 4 * index) : 0)
  const [g, a, b, c, d, e, f] = [at(0), at(1), at(2), at(3), at(4), at(5), at(6)]
  if (type === 0) return (x) => x ** g
  if (type === 1) return (x) => (x >= -b / a ? (a * x + b) ** g : 0)
  if (type === 2) return (x) => (x >= -b / a ? (a * x + b) ** g + c : c)
  if (type === 3) return (x) => (x >= d ? (a * x + b) ** g : c * x)
  return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f)
}

const sampled = (element: Buffer): Curve | undefined => {
  const count = element.readUInt32BE(8)
  if (count === 0) return (x) => x
  if (element.length < 12 + 2 * count) return undefined
  if (count === 1) return (x) => x ** (element.readUInt16BE(12) / 256)
  return (x) => {
    const position = x * (count - 1)
    const below = Math.min(Math.floor(position), count - 2)
    const low = element.readUInt16BE(12 + 2 * below)
    const high = element.readUInt16BE(14 + 2 * below)
    return (low + (high - low) * (position - below)) / 65_535
  }
}

const curveOf = (element: Buffer | undefined): Curve | undefined => {
  if (!element || element.length < 14) return undefined
  const kind = element.toString('latin1', 0, 4)
  return kind === 'para' ? parametric(element) : kind === 'curv' ? sampled(element) : undefined
}

/** From linear light to the standard value (IEC 61966-2-1). */
const srgbValue: Curve = (light) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

/** The standard's primaries, adapted to the D50 white of profiles. */
const srgbColorants = { rXYZ: [0.4361, 0.2225, 0.0139], gXYZ: [0.3851, 0.7169, 0.0971], bXYZ: [0.1431, 0.0606, 0.7141] }

// Profiles in the wild differ by rounding: below 0.001 in a colorant, below one step of 255 in a curve. Gamma 2.2 is
// eight steps away in the shadows, Display P3 0.08 in its red.
const tolerance = { colorant: 0.003, value: 1.5 / 255 }

/**
 * Whether a profile says nothing but plain sRGB, told by its colorants and curves: names lie, and many cameras and
 * editors write sRGB under names of their own. Such a profile can be left out, the pixels stay the same; libvips would
 * otherwise convert every pixel of the original before shrinking it.
 */
export const isPlainSrgb = (profile: Buffer): boolean => {
  if (profile.length < headerBytes + 4) return false
  if (profile.toString('latin1', 16, 24) !== 'RGB XYZ ') return false
  const tags = elements(profile)
  // A lookup table would take precedence over colorants and curves.
  if (['A2B0', 'A2B1', 'A2B2', 'D2B0'].some((name) => tags.has(name))) return false

  const colorantsAgree = Object.entries(srgbColorants).every(([name, expected]) => {
    const element = tags.get(name)
    return (
      element !== undefined &&
      element.length >= 20 &&
      expected.every((value, index) => Math.abs(fixed(element, 8 + 4 * index) - value) <= tolerance.colorant)
    )
  })
  const curvesAgree = ['rTRC', 'gTRC', 'bTRC'].every((name) => {
    const curve = curveOf(tags.get(name))
    return (
      curve !== undefined &&
      Array.from({ length: 64 }, (_, step) => step / 63).every((x) => {
        const light = curve(x)
        return Number.isFinite(light) && Math.abs(srgbValue(Math.max(0, light)) - x) <= tolerance.value
      })
    )
  })
  return colorantsAgree && curvesAgree
}
