import { type ByteSource, type PhotoFile, withBytes } from '../photo-file.ts'
import type { EmbeddedPreview } from '../raw-preview.ts'
import { type Picture, type RawFile, recognise } from '../recognise.ts'
import { type Refused, refuse } from '../refusals.ts'
import { completed, type RightsSources, readRights } from '../rights.ts'
import { noRights, type Rights } from '../rights-fields.ts'
import { adobeRgbProfile } from './adobe-rgb.ts'
import { cleanJpeg, type JpegMetadata, jpegRightsSources } from './clean-jpeg.ts'
import { cleanPng, pngRightsSources } from './clean-png.ts'
import { cleanRaw } from './clean-raw.ts'
import { cleanTiff, tiffRightsSources } from './clean-tiff.ts'
import { cleanWebp, webpRightsSources } from './clean-webp.ts'

/** A RAW file's preview as a photo of its own, and when and with what it says it was taken. */
export type DrawablePreview = { bytes: Buffer; capturedAt: string | undefined; camera: string | undefined }

/**
 * The preview, turned and coloured as the RAW file says: the camera says once how it was held and which colours it made,
 * and most previews do not repeat it. Undefined when it is no photo.
 */
export const drawablePreview = (
  file: PhotoFile,
  { raw, place }: { raw: RawFile; place: EmbeddedPreview },
): DrawablePreview | undefined => {
  const jpeg = withBytes(file, (source) => Buffer.from(source.read(place.offset, place.length)))
  const preview = recognise(jpeg)
  if (preview.kind !== 'photo') return undefined
  const orientation = preview.orientation === 1 ? raw.orientation : preview.orientation
  const profile = preview.adobeRgb || raw.adobeRgb ? adobeRgbProfile : undefined
  const bytes = withBytes(jpeg, (source) => cleanJpeg(source, { orientation, profile, rights: noRights }))
  return Buffer.isBuffer(bytes) ? { bytes, capturedAt: preview.capturedAt, camera: preview.camera } : undefined
}

/** A buyer's original: the same pixels, bit for bit, and beside them only what we wrote. */
export type CleanCopy<Photo = Picture | RawFile> = { kind: 'clean'; photo: Photo; bytes: Buffer; rights: Rights }

export type CopyOptions = {
  /** Whose photo it is where the file does not say so. */
  photographer?: string | undefined
}

const rightsSources = (source: ByteSource, { format }: Picture | RawFile): RightsSources => {
  switch (format) {
    case 'jpeg':
      return jpegRightsSources(source)
    case 'png':
      return pngRightsSources(source)
    case 'webp':
      return webpRightsSources(source)
    default:
      return tiffRightsSources(source)
  }
}

const picture = (source: ByteSource, photo: Picture, said: JpegMetadata): Buffer | Refused | undefined => {
  switch (photo.format) {
    case 'jpeg':
      return cleanJpeg(source, said)
    case 'png':
      return cleanPng(source, said)
    case 'webp':
      return cleanWebp(source, said)
    case 'tiff':
      return cleanTiff(source, said)
  }
}

/**
 * Removes place, time, names, serial numbers, comments and embedded thumbnails from a photo without touching its pixels;
 * what turns it upright and gives its colours stays, and who made it and whose it is stays or is said. Memory: the copy,
 * at most a little larger than the file, and less than 20 MB beside it. Time: linear in the file's bytes.
 */
export const cleanCopy = (file: PhotoFile, { photographer }: CopyOptions = {}): CleanCopy | Refused => {
  const photo = recognise(file)
  if (photo.kind === 'refused') return photo
  return withBytes(file, (source): CleanCopy | Refused => {
    const rights = completed(readRights(rightsSources(source, photo)), photographer)
    if (photo.kind === 'raw') {
      return { kind: 'clean', photo, bytes: cleanRaw(source), rights }
    }
    const profile = photo.adobeRgb ? adobeRgbProfile : undefined
    const bytes = picture(source, photo, { orientation: photo.orientation, rights, profile })
    if (bytes === undefined) return refuse('damaged')
    return Buffer.isBuffer(bytes) ? { kind: 'clean', photo, bytes, rights } : bytes
  })
}
