type Triple = readonly [number, number, number]

/** What a display profile of three primaries says: D50-adapted colorants and one curve for all channels. */
type Primaries = { red: Triple; green: Triple; blue: Triple; curve: 'srgb' | { gamma: number } }

export const primaries = {
  srgb: {
    red: [0.4361, 0.2225, 0.0139],
    green: [0.3851, 0.7169, 0.0971],
    blue: [0.1431, 0.0606, 0.7141],
    curve: 'srgb',
  },
  displayP3: {
    red: [0.5151, 0.2412, -0.0011],
    green: [0.2919, 0.6922, 0.0419],
    blue: [0.1572, 0.0666, 0.7841],
    curve: 'srgb',
  },
  adobeRgb: {
    red: [0.6097, 0.3111, 0.0195],
    green: [0.2053, 0.6257, 0.0609],
    blue: [0.1492, 0.0632, 0.7446],
    curve: { gamma: 2.19921875 },
  },
  proPhoto: {
    red: [0.7977, 0.288, 0],
    green: [0.1352, 0.7119, 0],
    blue: [0.0313, 0.0001, 0.8251],
    curve: { gamma: 1.8 },
  },
  srgbColorantsGamma22: {
    red: [0.4361, 0.2225, 0.0139],
    green: [0.3851, 0.7169, 0.0971],
    blue: [0.1431, 0.0606, 0.7141],
    curve: { gamma: 2.2 },
  },
} as const satisfies Record<string, Primaries>

const ascii = (text: string, length: number) => Buffer.from(text.padEnd(length, '\0').slice(0, length), 'latin1')
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const fixed = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}
const xyz = (values: Triple) => Buffer.concat([ascii('XYZ ', 8), ...values.map(fixed)])

const curveElement = (curve: Primaries['curve']) => {
  if (curve !== 'srgb') {
    const gamma = Buffer.alloc(2)
    gamma.writeUInt16BE(Math.round(curve.gamma * 256))
    return Buffer.concat([ascii('curv', 8), uint32(1), gamma, Buffer.alloc(2)])
  }
  const samples = Buffer.alloc(1024 * 2)
  for (let index = 0; index < 1024; index += 1) {
    const value = index / 1023
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    samples.writeUInt16BE(Math.round(light * 65_535), index * 2)
  }
  return Buffer.concat([ascii('curv', 8), uint32(1024), samples])
}

const described = (text: string) =>
  Buffer.concat([ascii('desc', 8), uint32(text.length + 1), Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(78)])

const padded = (element: Buffer) => Buffer.concat([element, Buffer.alloc((4 - (element.length % 4)) % 4)])

/** An ICC profile, version 2, as cameras and editors embed them. `name` is what it calls itself. */
export const colourProfile = ({ red, green, blue, curve }: Primaries, name = 'A colour space'): Buffer => {
  const curveBytes = curveElement(curve)
  const elements: [string, Buffer][] = [
    ['desc', padded(described(name))],
    ['cprt', padded(Buffer.concat([ascii('text', 8), Buffer.from('None\0', 'latin1')]))],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', padded(curveBytes)],
    ['gTRC', padded(curveBytes)],
    ['bTRC', padded(curveBytes)],
  ]
  let at = 128 + 4 + elements.length * 12
  const table = elements.map(([tag, element]) => {
    const row = Buffer.concat([ascii(tag, 4), uint32(at), uint32(element.length)])
    at += element.length
    return row
  })
  const body = Buffer.concat([uint32(elements.length), ...table, ...elements.map(([, element]) => element)])
  const header = Buffer.alloc(128)
  header.writeUInt32BE(128 + body.length, 0)
  header.writeUInt32BE(0x02400000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  header.writeInt32BE(Math.round(0.9642 * 65_536), 68)
  header.writeInt32BE(65_536, 72)
  header.writeInt32BE(Math.round(0.8249 * 65_536), 76)
  return Buffer.concat([header, body])
}
