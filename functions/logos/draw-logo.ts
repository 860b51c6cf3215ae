import { sharp, untrusted } from '#functions/media/hardened-sharp.ts'
import { recognise } from '#functions/media/recognise.ts'
import type { RefusalCode } from '#functions/media/refusals.ts'
import { limits } from '#schema/limits.ts'

const { logo } = limits
/** Mails show half as much as pages: their reader's column is narrow, and each mail fetches it anew. */
const mailSize = { width: logo.maxWidthPx / 2, height: logo.maxHeightPx / 2 }

export type DrawnLogo = {
  readonly kind: 'drawn'
  /** WebP for pages, in this size. */
  readonly page: Buffer
  readonly width: number
  readonly height: number
  /** PNG for mails. */
  readonly mail: Buffer
}
/** @property sentence What the photographer reads beside the field. */
export type RefusedLogo = { readonly kind: 'refused'; readonly sentence: string }

const refused = (sentence: string): RefusedLogo => ({ kind: 'refused', sentence })

const asked = 'Please choose a PNG, JPEG or WebP file.'
const damaged = refused('This file is damaged and cannot be read. Please export the logo again.')
const sentences: Partial<Record<RefusalCode, string>> = {
  empty: `This file is empty. ${asked}`,
  svg: 'SVG drawings are not taken, since they can hold programs. Please export the logo as PNG.',
  gif: `This file is a GIF. ${asked}`,
  heic: `This file is a HEIC photo. ${asked}`,
  avif: `This file is an AVIF image. ${asked}`,
  pdf: `This file is a PDF. ${asked}`,
  photoshop: 'This file is a Photoshop document. Please export the logo as PNG.',
  animated: 'This file is an animation. Please export the logo as one picture.',
  too_many_pixels: 'This picture has more than 25 megapixels. Please export a smaller one.',
  too_much_metadata: 'This file holds far more metadata than a logo needs. Please export it again without it.',
  too_much_memory: 'This picture needs too much memory to open. Please export it again as PNG.',
  truncated: 'This file is incomplete. Please export the logo again.',
  damaged: damaged.sentence,
}
const tooMany = refused(sentences.too_many_pixels ?? asked)

/** A file that takes longer is none that a photo editor wrote; the function has 15 seconds for all. */
const timeout = { seconds: 6 }

/** 36 MB of pixels at most. */
const decodedPx = 3_000

type Pixels = { readonly data: Buffer; readonly info: { readonly width: number; readonly height: number } }

/**
 * All of it upright in sRGB with its transparency, large: what is transparent around it is cut away before it takes its
 * size, and may be most of the picture. A profile's colours are converted after the shrinking, as a photo's are
 * (`functions/media/decode.ts`).
 */
const decode = async (bytes: Buffer): Promise<Pixels> => {
  const opened = { ...untrusted, limitInputPixels: logo.maxPixels, failOn: 'warning' } as const
  const { space } = await sharp(bytes, opened).metadata()
  const carried = await sharp(bytes, { ...opened, autoOrient: true, ignoreIcc: space !== 'cmyk' })
    .timeout(timeout)
    .resize({ width: decodedPx, height: decodedPx, fit: 'inside', withoutEnlargement: true })
    .toColourspace(space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb')
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer()
  return sharp(carried).ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
}

/** The smallest box that holds whatever can be seen; undefined where nothing can. */
const seenPart = ({ data, info: { width, height } }: Pixels) => {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < barelySeen) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}
/** Of 255: what an eraser leaves of a pixel. */
const barelySeen = 4

const smaller = (one: Buffer, other: Buffer): Buffer => (one.length <= other.length ? one : other)

/**
 * A stranger's file as a logo: by its bytes one of three formats, opened within bounds, cut to what can be seen, drawn anew.
 * Nothing of the file but its pixels goes on. What is thrown (no memory) is no judgement of the file.
 */
export const drawLogo = async (bytes: Buffer): Promise<DrawnLogo | RefusedLogo> => {
  const file = recognise(bytes)
  if (file.kind === 'refused') return refused(sentences[file.reason] ?? `This file cannot be used as a logo. ${asked}`)
  if (file.kind === 'raw' || file.format === 'tiff') return refused(`This file cannot be used as a logo. ${asked}`)
  if (file.width * file.height > logo.maxPixels) return tooMany
  const decoded = await decode(bytes).catch(judged)
  if ('kind' in decoded) return decoded
  const part = seenPart(decoded)
  if (!part) return refused('Nothing can be seen in this picture: all of it is transparent.')

  const { width, height } = decoded.info
  const seen = sharp(decoded.data, { raw: { width, height, channels: 4 } }).extract(part)
  const inside = (size: { width: number; height: number }) =>
    seen.clone().resize({ ...size, fit: 'inside', withoutEnlargement: true })
  const page = inside({ width: logo.maxWidthPx, height: logo.maxHeightPx })
  const [exact, lossy, mail] = await Promise.all([
    page.clone().webp({ lossless: true }).toBuffer({ resolveWithObject: true }),
    page.clone().webp({ quality: 90, smartSubsample: true }).toBuffer(),
    inside(mailSize).png({ palette: true, compressionLevel: 9 }).toBuffer(),
  ])
  const size = { width: exact.info.width, height: exact.info.height }
  if (Math.min(size.width, size.height) < logo.leastPx)
    return refused('This logo is too small or too narrow to be read. Please export it at least 100 pixels high.')
  return { kind: 'drawn', page: smaller(exact.data, lossy), ...size, mail }
}

/** What decoding failed with, as the file's fault. @throws what another try may mend. */
const judged = (error: unknown): RefusedLogo => {
  const message = error instanceof Error ? error.message : String(error)
  if (/out of memory|unable to allocate|cannot allocate/i.test(message)) throw error
  return /exceeds pixel limit/i.test(message) ? tooMany : damaged
}
