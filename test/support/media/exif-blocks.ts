import { type Directory, tiffFile } from './tiff-file.ts'

/** Words that must never reach a visitor or buyer, one for each kind of metadata. */
export const secrets = {
  artist: 'Artist-Rosalind-Secret',
  serial: 'Serial-0815-4711',
  maker: 'MakerNote-Secret-Bytes',
  gpsArea: 'Secret-Meadow-Lane',
  xmp: 'xmp-secret-keyword',
  iptc: 'iptc-secret-caption',
  comment: 'comment-secret-note',
  trailer: 'trailer-secret-video',
  photoshop: '8BIM-secret-resource',
}

const degrees = (value: number): [number, number][] => [
  [Math.floor(value), 1],
  [Math.floor((value % 1) * 60), 1],
  [0, 1],
]

/** What a phone writes about a photo: who, when, with what, and exactly where. */
export const phoneDirectory = ({ orientation = 1 }: { orientation?: number } = {}): Directory => ({
  fields: {
    271: { text: 'Phone Maker' },
    272: { text: 'Phone 12' },
    274: { short: orientation },
    306: { text: '2024:07:14 19:03:22' },
    315: { text: secrets.artist },
  },
  children: [
    {
      tag: 34_665,
      directories: [
        {
          fields: {
            36867: { text: '2024:07:14 19:03:21' },
            36881: { text: '+01:00' },
            37500: { bytes: Buffer.from(secrets.maker) },
            42033: { text: secrets.serial },
          },
        },
      ],
    },
    {
      tag: 34_853,
      directories: [
        {
          fields: {
            1: { text: 'N' },
            2: { rational: degrees(51.4769) },
            3: { text: 'W' },
            4: { rational: degrees(0.0005) },
            28: { bytes: Buffer.from(secrets.gpsArea) },
          },
        },
      ],
    },
  ],
})

/** The same as an Exif block, with a thumbnail when one is given. */
export const phoneExif = ({ orientation = 1, thumbnail }: { orientation?: number; thumbnail?: Buffer } = {}): Buffer =>
  tiffFile([
    phoneDirectory({ orientation }),
    ...(thumbnail
      ? [{ fields: { 259: { short: 6 } }, blocks: [{ offsetTag: 513, lengthTag: 514, bytes: thumbnail }] }]
      : []),
  ])
