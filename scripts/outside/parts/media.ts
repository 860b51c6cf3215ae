import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import * as z from 'zod'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import type { Part } from '../part.ts'
import { python, root, run } from '../tools.ts'

const pillow = '13.0.0'
const cure = 'ExifTool 12 or newer (Debian: apt-get install libimage-exiftool-perl; macOS: brew install exiftool)'
const demo = join(root, 'local/seed/photos')
/** Real photographs of many cameras, where somebody has a folder of them. */
const folderVariable = 'OUTSIDE_PHOTOS'
const formats = ['jpg', 'png', 'tiff', 'webp'] as const

/** What nobody who buys may read, in every place that ExifTool can write it to. */
const personal = [
  'EXIF:GPSLatitude=51.4545',
  'EXIF:GPSLatitudeRef=N',
  'EXIF:GPSLongitude=2.5879',
  'EXIF:GPSLongitudeRef=W',
  'EXIF:SerialNumber=CANARY-SERIAL',
  'EXIF:LensSerialNumber=CANARY-LENS',
  'EXIF:OwnerName=CANARY OWNER',
  'EXIF:UserComment=CANARY COMMENT',
  'EXIF:ImageDescription=CANARY DESCRIPTION',
  'EXIF:Software=CANARY SOFTWARE',
  'XMP-aux:OwnerName=CANARY OWNER',
  'XMP-aux:SerialNumber=CANARY-SERIAL',
  'XMP-exif:GPSLatitude=51.4545',
  'XMP-photoshop:City=CANARY CITY',
  'XMP-iptcExt:PersonInImage=CANARY PERSON',
  'IPTC:City=CANARY CITY',
  'IPTC:Caption-Abstract=CANARY CAPTION',
  'Comment=CANARY COMMENT',
] as const
/** What stays, since it says whose the photo is. */
const rights = { 'EXIF:Artist': 'Iris Calloway', 'EXIF:Copyright': '2030 Iris Calloway' } as const

const Tags = z.array(z.record(z.string(), z.unknown()))

/** Names of tags that tell where, when by a person's name, or with which very camera. */
const telling = /gps|serial|owner|canary|city|personin|makernote|thumbnail|comment/i

const objectionsTo = (tags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(tags)
    .filter(([name]) => !name.startsWith('File:') && !name.startsWith('ExifTool:') && name !== 'SourceFile')
    .filter(([name, value]) => telling.test(name) || /canary/i.test(String(value)))
    .map(([name, value]) => `${name} is left: ${String(value).slice(0, 60)}`)

const tagsOf = async (file: string): Promise<Readonly<Record<string, unknown>>> => {
  const { stdout } = await run(['exiftool', '-j', '-a', '-G0', '-u', '-ee', file], { cure })
  return Tags.parse(JSON.parse(stdout || '[]'))[0] ?? {}
}

/** Each of our demo photographs in a format of its own, told about as a phone and a careless desk would. */
const toldPhotos = async (scratch: string, pixels: readonly string[]): Promise<string[]> => {
  const photos = (await readdir(demo)).filter((name) => name.endsWith('.jpg')).slice(0, 2)
  const made: string[] = []
  for (const name of photos) {
    for (const format of formats) {
      const file = join(scratch, `${parse(name).name}.${format}`)
      if (format === 'jpg') await copyFile(join(demo, name), file)
      else await run([...pixels, 'convert', join(demo, name), file], { cure: 'Python 3' })
      const tags = [...personal, ...Object.entries(rights).map(([tag, value]) => `${tag}=${value}`)]
      await run(['exiftool', '-q', '-m', '-overwrite_original', ...tags.map((tag) => `-${tag}`), file], { cure })
      made.push(file)
    }
  }
  return made
}

/** What buyers receive, read by the programs that strangers read it with. */
export const media: Part = {
  name: 'media',
  asks: 'Does a bought file tell nothing of a person but whose it is (ExifTool), with the pixels as they were (Pillow)?',
  ask: async (scratch) => {
    const bin = await python('pillow', [`pillow==${pillow}`])
    const pixels = [join(bin, 'python'), 'scripts/outside/pixels.py']
    const folder = process.env[folderVariable]
    const given = folder === undefined ? [] : (await readdir(folder)).map((name) => join(folder, name))
    const told = await toldPhotos(scratch, pixels)
    const objections: string[] = []
    let cleaned = 0
    let removed = 0
    for (const file of [...told, ...given]) {
      const name = parse(file).base
      removed += objectionsTo(await tagsOf(file)).length
      const clean = cleanCopy(await readFile(file), { photographer: 'Iris Calloway' })
      if (clean.kind === 'refused') {
        if (told.includes(file)) objections.push(`${name}: refused`)
        continue
      }
      cleaned += 1
      const out = join(scratch, `clean-${name}`)
      await writeFile(out, clean.bytes)
      const tags = await tagsOf(out)
      objections.push(...objectionsTo(tags).map((line) => `${name}: ${line}`))
      if (tags['ExifTool:Error'] !== undefined || tags['ExifTool:Warning'] !== undefined)
        objections.push(`${name}: ${String(tags['ExifTool:Error'] ?? tags['ExifTool:Warning'])}`)
      if (!Object.values(tags).includes(rights['EXIF:Artist'])) objections.push(`${name}: does not say whose it is`)
      // RAW is no picture to Pillow; its sensor's bytes are compared by the tests of cleaning.
      if (clean.photo.kind === 'raw') continue
      const { stdout } = await run([...pixels, 'digest', file, out], { cure: 'Python 3' })
      const [before = '', after = 'nothing'] = stdout.trim().split('\n')
      if (before !== after) objections.push(`${name}: its pixels changed, or cannot be read: ${before} / ${after}`)
    }
    const { stdout: version } = await run(['exiftool', '-ver'], { cure })
    return {
      judge: `ExifTool ${version.trim()}, Pillow ${pillow}`,
      looked: { 'files told about': told.length, 'copies cleaned': cleaned, 'personal tags before': removed },
      objections,
    }
  },
}
