import { secrets } from './exif-blocks.ts'
import { type Directory, tiffFile } from './tiff-file.ts'

/**
 * RAW files laid out as the cameras' are: where the previews sit is what differs, so only that is imitated. The sensor
 * data are bytes no one here decodes.
 */
type RawParts = { preview?: Buffer | undefined; thumbnail?: Buffer | undefined; orientation?: number }

const sensor = Buffer.alloc(4_096, 0x5a)
const taken: Directory = { fields: { 36867: { text: '2023:11:02 08:15:30' } } }

const common = (make: string, orientation: number): Directory['fields'] => ({
  271: { text: make },
  272: { text: 'Model X' },
  274: { short: orientation },
  306: { text: '2023:11:02 08:15:30' },
})

/** Canon CR2: the preview is the first directory's only strip, the thumbnail the second's, the sensor's last. */
export const cr2File = ({ preview, thumbnail, orientation = 1 }: RawParts) =>
  tiffFile(
    [
      {
        fields: { ...common('Canon', orientation), 259: { short: 6 } },
        blocks: preview ? [{ offsetTag: 273, lengthTag: 279, bytes: preview }] : [],
        children: [{ tag: 34_665, directories: [taken] }],
      },
      { fields: {}, blocks: thumbnail ? [{ offsetTag: 513, lengthTag: 514, bytes: thumbnail }] : [] },
      // The sensor's lossless JPEG: starts like a picture, is none.
      {
        fields: { 259: { short: 6 } },
        blocks: [{ offsetTag: 273, lengthTag: 279, bytes: Buffer.concat([losslessJpeg(), sensor]) }],
      },
    ],
    { afterHead: Buffer.from('CR\x02\0\0\0\0\0', 'latin1') },
  )

const losslessJpeg = () => Buffer.from('ffd8ffc4000400ffffc3000e0e0fa0177002012200021100ffda000800', 'hex')

/** Nikon NEF: a tiny uncompressed thumbnail first, the preview and the sensor's data in sub-directories. */
export const nefFile = ({ preview, orientation = 1 }: RawParts) =>
  tiffFile(
    [
      {
        fields: {
          ...common('NIKON CORPORATION', orientation),
          254: { long: 1 },
          256: { long: 16 },
          257: { long: 12 },
          258: { short: [8, 8, 8] },
          259: { short: 1 },
          262: { short: 2 },
          277: { short: 3 },
        },
        blocks: [{ offsetTag: 273, lengthTag: 279, bytes: Buffer.alloc(16 * 12 * 3, 0x80) }],
        children: [
          {
            tag: 330,
            directories: [
              {
                fields: { 254: { long: 1 }, 259: { short: 6 } },
                blocks: preview ? [{ offsetTag: 513, lengthTag: 514, bytes: preview }] : [],
              },
              {
                fields: {
                  254: { long: 0 },
                  256: { long: 6_000 },
                  257: { long: 4_000 },
                  259: { short: 34_713 },
                  262: { short: 32_803 },
                },
                blocks: [{ offsetTag: 273, lengthTag: 279, bytes: sensor }],
              },
            ],
          },
          { tag: 34_665, directories: [taken] },
        ],
      },
    ],
    { littleEndian: false },
  )

/** Sony ARW: preview in the first directory, thumbnail in the second, the sensor's data in a sub-directory. */
export const arwFile = ({ preview, thumbnail, orientation = 1 }: RawParts) =>
  tiffFile([
    {
      fields: { ...common('SONY', orientation), 254: { long: 1 }, 259: { short: 6 } },
      blocks: preview ? [{ offsetTag: 513, lengthTag: 514, bytes: preview }] : [],
      children: [
        {
          tag: 330,
          directories: [
            {
              fields: { 254: { long: 0 }, 259: { short: 32_767 }, 262: { short: 32_803 } },
              blocks: [{ offsetTag: 273, lengthTag: 279, bytes: sensor }],
            },
          ],
        },
        { tag: 34_665, directories: [taken] },
      ],
    },
    {
      fields: { 254: { long: 1 }, 259: { short: 6 } },
      blocks: thumbnail ? [{ offsetTag: 513, lengthTag: 514, bytes: thumbnail }] : [],
    },
  ])

/** Adobe DNG: previews as JPEG-compressed strips of sub-directories. */
export const dngFile = ({ preview, orientation = 1 }: RawParts) =>
  tiffFile([
    {
      fields: { ...common('Any maker', orientation), 254: { long: 1 }, 50706: { bytes: Buffer.from([1, 4, 0, 0]) } },
      children: [
        {
          tag: 330,
          directories: [
            {
              fields: { 254: { long: 0 }, 259: { short: 7 }, 262: { short: 32_803 } },
              blocks: [{ offsetTag: 273, lengthTag: 279, bytes: Buffer.concat([losslessJpeg(), sensor]) }],
            },
            {
              fields: { 254: { long: 1 }, 259: { short: 7 }, 262: { short: 6 } },
              blocks: preview ? [{ offsetTag: 273, lengthTag: 279, bytes: preview }] : [],
            },
          ],
        },
      ],
    },
  ])

/** Sensor data that can be found again. */
export const rawSensor = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 37 + (index >> 4)) & 0xff))

const packetOf = (secret: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
   rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>Ada in the packet</rdf:li></rdf:Seq></dc:creator>
   <dc:subject><rdf:Bag><rdf:li>${secret}</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>${' '.repeat(400)}`

/** A RAW file of one of four makers that tells all it can of its owner, where and how they say it. */
export const personalRaw = (kind: 'CR2' | 'NEF' | 'ARW' | 'DNG', preview: Buffer): Buffer => {
  const makes = { CR2: 'Canon', NEF: 'NIKON CORPORATION', ARW: 'SONY', DNG: 'Any maker' }
  const sensorFields = {
    CR2: { 254: { long: 0 }, 259: { short: 6 } },
    NEF: { 254: { long: 0 }, 259: { short: 34_713 }, 262: { short: 32_803 } },
    ARW: { 254: { long: 0 }, 259: { short: 32_767 }, 262: { short: 32_803 } },
    DNG: { 254: { long: 0 }, 259: { short: 1 }, 262: { short: 32_803 } },
  }
  const exif: Directory = {
    fields: {
      36867: { text: '2023:11:02 08:15:30' },
      37500: { bytes: Buffer.from(secrets.maker) },
      37510: { bytes: Buffer.from(`ASCII\0\0\0${secrets.comment}`) },
      42032: { text: secrets.iptc },
      42033: { text: secrets.serial },
      42037: { text: `lens ${secrets.serial}` },
    },
  }
  const gps: Directory = {
    fields: {
      1: { text: 'N' },
      2: {
        rational: [
          [51, 1],
          [28, 1],
          [36, 1],
        ],
      },
      28: { bytes: Buffer.from(secrets.gpsArea) },
    },
  }
  const sensorData: Directory = {
    fields: { ...sensorFields[kind], 256: { long: 64 }, 257: { long: 64 } },
    blocks: [{ offsetTag: 273, lengthTag: 279, bytes: rawSensor }],
  }
  const main: Directory = {
    fields: {
      ...common(makes[kind], 1),
      254: { long: 1 },
      270: { text: secrets.comment },
      315: { text: secrets.artist },
      700: { bytes: Buffer.from(packetOf(secrets.xmp)) },
      33723: { bytes: Buffer.from(secrets.iptc) },
      34377: { bytes: Buffer.from(secrets.photoshop) },
      ...(kind === 'DNG' && {
        50706: { bytes: Buffer.from([1, 4, 0, 0]) },
        50735: { text: secrets.serial },
        50827: { text: `${secrets.serial}.NEF` },
      }),
    },
    blocks: [{ offsetTag: 513, lengthTag: 514, bytes: preview }],
    children: [
      { tag: 34_665, directories: [exif] },
      { tag: 34_853, directories: [gps] },
      ...(kind === 'CR2' ? [] : [{ tag: 330, directories: [sensorData] }]),
    ],
  }
  const littleEndian = kind !== 'NEF'
  return kind === 'CR2'
    ? tiffFile([main, sensorData], { afterHead: Buffer.from('CR\x02\0\0\0\0\0', 'latin1') })
    : tiffFile([main], { littleEndian })
}
