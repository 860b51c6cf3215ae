import { s15Fixed16, typeHead, writeProfile } from './write-profile.ts'

type Triple = readonly [number, number, number]

/**
 * Of Adobe RGB (1998) Color Image Encoding, version 2005-05: red (0.64, 0.33), green (0.21, 0.71), blue (0.15, 0.06), white
 * (0.3127, 0.3290) and gamma 563/256; the colorants adapted to the D50 of profiles by the Bradford method (ICC.1, annex E).
 */
const colorants = {
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
} as const satisfies Record<string, Triple>
const white: Triple = [0.9642, 1, 0.8249]
const gamma = 563 / 256

const xyz = (values: Triple) => Buffer.concat([typeHead('XYZ '), ...values.map(s15Fixed16)])

const curve = () => {
  const element = Buffer.concat([typeHead('curv'), Buffer.from([0, 0, 0, 1, 0, 0])])
  element.writeUInt16BE(Math.round(gamma * 256), 12)
  return element
}

const header = () => {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(0x02_40_00_00, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  Buffer.concat(white.map(s15Fixed16)).copy(bytes, 68)
  return bytes
}

/** A profile that says Adobe RGB, for photos whose camera said so in Exif alone. */
export const adobeRgbProfile: Buffer = writeProfile(header(), {
  // The name is Adobe's; what others make after its published numbers is compatible with it.
  name: 'Compatible with Adobe RGB (1998)',
  rights: 'No copyright, use freely',
  tags: [
    { name: 'wtpt', element: xyz(white) },
    ...Object.entries(colorants).map(([name, values]) => ({ name, element: xyz(values) })),
    ...['rTRC', 'gTRC', 'bTRC'].map((name) => ({ name, element: curve() })),
  ],
})
