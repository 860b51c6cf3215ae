import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Logo } from '#schema/entities/brand.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { ZipSet } from '#schema/entities/zip-set.ts'
import { type FileFormat, fileFormats, formatOfExtension } from '#schema/file-formats.ts'
import { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { logoPaths } from '#schema/logo-paths.ts'
import type { BucketName } from './storage.ts'

/**
 * Where files lie; the only module that builds and parses these keys. Owner and photo are in an upload's key, and each
 * try of an upload has its own, so that what was rendered is never overwritten.
 */
export const mediaKeys = {
  upload: ({ userId, galleryId, photoId, attempt }: Upload): string =>
    `uploads/${userId}/${galleryId}/${photoId}/${attempt}`,
  /** Every try of one photo's upload lies below this. */
  uploadsOf: ({ userId, galleryId, photoId }: Omit<Upload, 'attempt'>): string =>
    `uploads/${userId}/${galleryId}/${photoId}/`,
  /** Where renditions of a photo lie: those that are made now, then those that earlier releases made. */
  renditionsOf: ({ galleryId, photoId }: Pick<RenditionPlace, 'galleryId' | 'photoId'>): [string, string] => {
    const [present, former] = mediaKeys.renditionsIn(galleryId)
    return [`${present}${photoId}/`, `${former}${photoId}/`]
  },
  /**
   * The renditions of all photos of a gallery, in the same order. An id begins with the time it was made and ends by
   * chance: S3 takes 3,500 writes a second of keys that begin alike (decision 121).
   */
  renditionsIn: (galleryId: GalleryId): [string, string] => [
    `media/${galleryId.slice(-2).toLowerCase()}/${galleryId}/`,
    `media/${galleryId}/`,
  ],
  filesOf: (photoId: PhotoId): string => `files/${photoId}/`,
  /** Everything of a photo, also what a try that was cut short left under a name that nobody wrote down. */
  placesOf: ({ id: photoId, galleryId, photographerId: userId }: PhotoPlace): [FileBucket, string][] => [
    ['originals', mediaKeys.uploadsOf({ userId, galleryId, photoId })],
    ...mediaKeys.renditionsOf({ galleryId, photoId }).map((prefix): [FileBucket, string] => ['renditions', prefix]),
    ['deliveries', mediaKeys.filesOf(photoId)],
  ],
  /** `token` is random: renditions cannot be guessed and a name is never used twice. */
  rendition: ({ galleryId, photoId, token, kind, extension }: RenditionPlace): string =>
    `${mediaKeys.renditionsOf({ galleryId, photoId })[0]}${token}-${kind}.${extension}`,
  /**
   * A piece of a rendition, in the same folder, which is another one for what earlier releases drew: pages have one
   * signature for all pictures of a photo.
   */
  piece: ({ of, token, kind }: { of: string; token: string; kind: 'tall' | 'card' }): string =>
    `${of.slice(0, of.lastIndexOf('/') + 1)}${token}-${kind}.avif`,
  /** The unmarked 2048 px file for buyers. */
  web: ({ photoId, token }: { photoId: PhotoId; token: string }): string => `files/${photoId}/${token}-web.jpg`,
  /** The buyers' copy of one uploaded file: the upload's version is in the name, so it is made once. */
  cleanOriginal: ({ format, ...place }: CleanPlace & { format: FileFormat }): string =>
    `${mediaKeys.cleanOriginalsOf(place)}${fileFormats[format].extension}`,
  /** Of one making, whose id leads to no order and no account: keys stand in the bucket's access log. */
  zip: (set: Pick<ZipSet, 'id' | 'owner'>, part: number): string => `${mediaKeys.zipsOf(set)}${part}.zip`,
  /** All parts of it. */
  zipsOf: ({ id, owner }: Pick<ZipSet, 'id' | 'owner'>): string =>
    `${owner.kind === 'order' ? 'files/zips/' : mediaKeys.exportsOf(owner.userId)}${id}/`,
  /** All exports of a photographer: an erasure removes them by this. */
  exportsOf: (userId: UserId): string => `files/zips/exports/${hashed(`exports of ${userId}`)}/`,
  /** The same without what the file is, for those who do not know it. */
  cleanOriginalsOf: ({ photoId, etag }: CleanPlace): string =>
    `files/${photoId}/${etag.replace(/[^\w-]/g, '')}-${cleaning}.`,
  /** All logos of a photographer, whose id no address may say. */
  logosOf: (userId: UserId): string => `logos/${logoOwner(userId)}/`,
  /** @param token 128 random bits in base64url: a logo's address cannot be guessed and is never used twice. */
  logoName: (userId: UserId, token: string): string => `${logoOwner(userId)}/${token}`,
  logo: ({ name }: Pick<Logo, 'name'>): { page: string; mail: string } => {
    const { page, mail } = logoPaths({ name })
    return { page: page.slice(1), mail: mail.slice(1) }
  },
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
const logoOwner = (userId: UserId): string => hashed(`logos of ${userId}`)

/** Whose rendition lies under a key, as this release names it or as earlier ones did; `undefined` for a key that is none. */
export const photoOfRendition = (key: string): PhotoId | undefined => PhotoId.safeParse(key.split('/').at(-2)).data

/** What a buyers' copy's key says its bytes are. */
export const formatOfKey = (key: string): FileFormat | undefined =>
  formatOfExtension(key.slice(key.lastIndexOf('.') + 1))

/**
 * The rules that a copy was cleaned by. Copies of the first rules are called `original`: they were named after what the
 * client called its file, and RAW files went out with all that they told. Nothing hands those out any more.
 */
const cleaning = 'clean'

/** Where files of photos lie. */
export type FileBucket = Exclude<BucketName, 'pages'>
type PhotoPlace = Pick<Photo, 'id' | 'galleryId' | 'photographerId'>
type CleanPlace = { photoId: PhotoId; etag: string }
type Upload = { userId: UserId; galleryId: GalleryId; photoId: PhotoId; attempt: number }
type RenditionPlace = {
  galleryId: GalleryId
  photoId: PhotoId
  token: string
  kind: Photo['renditions'][number]['kind']
  extension: 'jpg' | 'webp' | 'avif'
}

const uploadParts = z.tuple([z.literal('uploads'), UserId, GalleryId, PhotoId, z.coerce.number().int().min(0)])

/** What an upload's key says, or `undefined` for a key that is none of ours. */
export const parseUploadKey = (key: string): Upload | undefined => {
  const parsed = uploadParts.safeParse(key.split('/'))
  if (!parsed.success) return undefined
  const [, userId, galleryId, photoId, attempt] = parsed.data
  return { userId, galleryId, photoId, attempt }
}
