import { limits } from '#schema/limits.ts'
import { isPlainSrgb } from './colour-profile.ts'
import { sharp, untrusted } from './hardened-sharp.ts'
import { RENDER_TIMEOUT_SECONDS } from './limits.ts'
import { type RefusalCode, type Refused, refuse } from './refusals.ts'
import type { Raster } from './watermark.ts'

const { displayPx } = limits.rendition

/** A picture of at most this longest side, never enlarged. */
export const within = (longestSide: number) =>
  ({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true }) as const
const timeout = { seconds: RENDER_TIMEOUT_SECONDS }

// What libtiff and libvips say of kinds of pixels that they do not read (Lab of 8 bits, 12 bits, ZSTD, planes in tiles):
// the file is sound, and the same export again would not help.
const unread =
  /bad labq format|no known route from|not a whole number of bytes|is not configured|not implemented|not supported|unsupported image format|decoder only supports|samples out of range/

/** What decoding failed with, as a reason; undefined when the file is not to blame and another try may succeed. */
const reasonOf = (message: string): RefusalCode | undefined => {
  if (/out of memory|unable to allocate|cannot allocate|ENOENT|EACCES|EMFILE|Input file is missing/i.test(message))
    return undefined
  if (/exceeds pixel limit/i.test(message)) return 'too_many_pixels'
  if (/timeout/i.test(message)) return 'too_slow'
  if (/premature end of JPEG image|ended early|truncated|unexpected end/i.test(message)) return 'truncated'
  if (unread.test(message)) return 'unsupported_variant'
  return 'damaged'
}

// libjpeg calls these warnings, and real cameras and phones write such files: padding between segments, and scan
// parameters of an older standard. Every other warning means that pixels are lost.
const harmless = /extraneous bytes before marker 0xd9|Invalid SOS parameters/

/** One file to decode, and how strictly. */
type Attempt = {
  input: Buffer
  failOn: 'warning' | 'error'
  /**
   * Lifts libtiff's limit of 50 MB for a strip and all else together, which the usual exports of RAW developers in one
   * strip exceed. What it guards against is checked in `recognise`: sizes, metadata, and the memory of a strip.
   */
  unlimited: boolean
}

/** The photo at display size, and the size it had, upright. */
export type Decoded = { kind: 'decoded'; raster: Raster; width: number; height: number }

/**
 * The one decode: the whole photo at display size, upright, on white, in sRGB.
 *
 * sharp converts a profile's colours before it shrinks, at the size of the original. Plain sRGB needs no conversion;
 * other profiles are carried through the shrinking and converted at display size. That is also the way to right
 * colours for 16 bits a channel, which sharp would convert to Display P3 and then call sRGB. CMYK is converted first:
 * shrinking needs no profile to be right there, but libvips does, to leave its four channels.
 */
const decode = async ({ input, ...strictness }: Attempt): Promise<Decoded> => {
  const { space, icc, autoOrient } = await sharp(input, { ...untrusted, ...strictness }).metadata()
  const converts = icc !== undefined && space !== 'cmyk' && !isPlainSrgb(icc)
  const shrunk = sharp(input, { ...untrusted, ...strictness, autoOrient: true, ignoreIcc: space !== 'cmyk' })
    .timeout(timeout)
    .resize(within(displayPx))
    .flatten({ background: '#fff' })
  if (!converts) return { kind: 'decoded', ...autoOrient, raster: await toRaster(shrunk) }
  const grey = space === 'b-w' || space === 'grey16'
  const carried = await shrunk
    .toColourspace(grey ? 'b-w' : 'srgb')
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer()
  return { kind: 'decoded', ...autoOrient, raster: await toRaster(sharp(carried)) }
}

export const toRaster = async (image: ReturnType<typeof sharp>): Promise<Raster> => {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  if (info.channels === 3) return { data, width: info.width, height: info.height }
  const spread = Buffer.alloc(info.width * info.height * 3)
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
    spread.fill(data[pixel * info.channels] ?? 0, pixel * 3, pixel * 3 + 3)
  }
  return { data: spread, width: info.width, height: info.height }
}

/** Decodes a file strictly; a TIFF without libtiff's limit on strips. What fails is answered where the file is to blame. */
export const decodePhoto = async (input: Buffer, { isTiff }: { isTiff: boolean }): Promise<Decoded | Refused> =>
  tryDecode({ input, failOn: 'warning', unlimited: isTiff })

const tryDecode = async (attempt: Attempt): Promise<Decoded | Refused> => {
  try {
    return await decode(attempt)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (attempt.failOn === 'warning' && harmless.test(message)) return tryDecode({ ...attempt, failOn: 'error' })
    const reason = reasonOf(message)
    if (!reason) throw error
    return refuse(reason)
  }
}
