import { rgbaToThumbHash } from 'thumbhash'
import { limits } from '#schema/limits.ts'
import { sharp, untrusted } from './hardened-sharp.ts'
import type { Refused } from './refusals.ts'

/** The file's bytes, or the path of a file on this machine: from a path only what is needed is held in memory. */
export type PhotoFile = Buffer | string

/** One image made from the original: sRGB, upright, on white, without metadata. */
export type Rendition = {
  bytes: Buffer
  contentType: 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

export type RenderedPhoto = {
  kind: 'rendered'
  /** Size in pixels of the original (of a RAW file: of the preview inside it), upright. */
  width: number
  height: number
  /** When the camera says it was taken, ISO 8601: with its offset where the file tells one, else local time without. */
  capturedAt: string | undefined
  /** Base64. */
  thumbhash: string
  /** At most 2048 px, JPEG, marked where a watermark is asked for. */
  display: Rendition
  /** At most 480 px, JPEG, marked likewise. */
  thumbnail: Rendition
  /** `display` as WebP. */
  displayWebp: Rendition
  /** `thumbnail` as WebP. */
  thumbnailWebp: Rendition
  /** The buyer's 2048 px file, never marked. Without a watermark it is `display` itself. */
  web: Rendition
}

/** A RAW file that is sound as far as can be seen, but holds no picture to show: kept, not for sale. */
export type WithoutPreview = { kind: 'without-preview'; sentence: string }

export type RenderOptions = { watermark?: { text: string } | undefined }

/**
 * Makes everything the market shows and sells of one photo, from one decode. Deterministic; no network.
 * A file that cannot be rendered is answered, not thrown, with the sentence its photographer sees; what is thrown
 * (no memory, no such path) is worth another try.
 */
export const renderPhoto = async (
  file: PhotoFile,
  _options: RenderOptions = {},
): Promise<RenderedPhoto | WithoutPreview | Refused> => {
  const { displayPx, thumbnailPx, jpegQuality } = limits.rendition
  const { data, info } = await sharp(file, { ...untrusted, autoOrient: true })
    .resize({ width: displayPx, height: displayPx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { autoOrient } = await sharp(file, untrusted).metadata()
  const raster = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const small = () =>
    raster().resize({ width: thumbnailPx, height: thumbnailPx, fit: 'inside', withoutEnlargement: true })
  const rendition = async (image: ReturnType<typeof raster>, contentType: Rendition['contentType']) => {
    const encoded = contentType === 'image/jpeg' ? image.jpeg({ quality: jpegQuality }) : image.webp({ effort: 1 })
    const made = await encoded.toBuffer({ resolveWithObject: true })
    return { bytes: made.data, contentType, width: made.info.width, height: made.info.height }
  }
  const tiny = await raster()
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const display = await rendition(raster(), 'image/jpeg')
  return {
    kind: 'rendered',
    width: autoOrient.width,
    height: autoOrient.height,
    capturedAt: undefined,
    thumbhash: Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)).toString('base64'),
    display,
    thumbnail: await rendition(small(), 'image/jpeg'),
    displayWebp: await rendition(raster(), 'image/webp'),
    thumbnailWebp: await rendition(small(), 'image/webp'),
    web: display,
  }
}
