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

/** An uncompressed TIFF as an editor saves a phone's photo: the same facts, XMP, IPTC, Photoshop's block, a thumbnail. */
export const phoneTiff = (
  { data, width, height }: { data: Buffer; width: number; height: number },
  {
    fields = {},
    orientation = 6,
    littleEndian = true,
  }: { fields?: Directory['fields']; orientation?: number; littleEndian?: boolean } = {},
): Buffer => {
  const phone = phoneDirectory({ orientation })
  return tiffFile(
    [
      {
        fields: {
          ...phone.fields,
          ...fields,
          254: { long: 0 },
          256: { long: width },
          257: { long: height },
          258: { short: [8, 8, 8] },
          259: { short: 1 },
          262: { short: 2 },
          270: { text: secrets.comment },
          277: { short: 3 },
          278: { long: height },
          700: { bytes: Buffer.from(`<x:xmpmeta>${secrets.xmp}</x:xmpmeta>`) },
          33723: { bytes: Buffer.from(secrets.iptc) },
          34377: { bytes: Buffer.from(`8BIM ${secrets.photoshop}`) },
        },
        children: phone.children ?? [],
        blocks: [{ offsetTag: 273, lengthTag: 279, bytes: data }],
      },
      // A thumbnail with a secret in its pixels.
      {
        fields: { 254: { long: 1 }, 256: { long: 16 }, 257: { long: 12 }, 259: { short: 6 }, 262: { short: 6 } },
        blocks: [{ offsetTag: 513, lengthTag: 514, bytes: Buffer.from(secrets.trailer) }],
      },
    ],
    { littleEndian },
  )
}
