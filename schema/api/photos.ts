import * as z from 'zod'
import { Photo } from '#schema/entities/photo.ts'
import { GalleryId, PhotoId, SetId } from '#schema/ids.ts'
import { limits, uploadTypes } from '#schema/limits.ts'
import { Price } from '#schema/money.ts'
import { Cursor, line, paragraph, Timestamp } from '#schema/text.ts'
import { WebPrice } from '#schema/web-size.ts'
import { endpoint, Nothing, subject, Version } from './endpoint.ts'
import { Picture, pageOf } from './views.ts'

const galleryParams = z.object({ galleryId: GalleryId })
const photoParams = z.object({ photoId: PhotoId })

/** A photo as its owner sees it: with its state and the reason when something is wrong, without storage keys. */
export const OwnPhoto = Photo.pick({
  id: true,
  galleryId: true,
  title: true,
  description: true,
  pricePence: true,
  webPence: true,
  isFeatured: true,
  isExcepted: true,
  setId: true,
  state: true,
  reason: true,
  fileName: true,
  bytes: true,
  capturedAt: true,
  version: true,
  createdAt: true,
}).extend({
  picture: Picture.nullable(),
  isCover: z.boolean(),
  /** Whether its Web size is another file than its Original, which may be sold for less. */
  hasSmallerSize: z.boolean().default(true),
})
export type OwnPhoto = z.infer<typeof OwnPhoto>

const anyCase = (letter: string) => (letter.toUpperCase() === letter ? letter : `[${letter}${letter.toUpperCase()}]`)
const extensions = Object.values(uploadTypes)
  .flat()
  .map((extension) => [...extension].map(anyCase).join(''))
/** For who reads the contract; a name without any extension is taken too where its type is one of ours. */
const takenNames = String.raw`\.(?:${extensions.join('|')})$`

/** All that the browser knows of a file before it is sent. An empty title becomes the file name without extension. */
export const GrantUpload = z.object({
  fileName: z.string().min(1).max(255).meta({ pattern: takenNames }),
  contentType: z.string().max(100),
  bytes: z.int().meta({ minimum: limits.upload.minBytes, maximum: limits.upload.maxBytes }),
  title: line(limits.gallery.titleLength).default(''),
  description: paragraph(limits.gallery.descriptionLength).default(''),
  pricePence: Price.optional(),
  /** The set that it comes into; one that was deleted meanwhile is none. */
  setId: SetId.nullable().optional(),
  /** Whether it is kept out of whole galleries that were bought before. */
  isExcepted: z.boolean().optional(),
  width: z.int().min(1).max(100_000).optional(),
  height: z.int().min(1).max(100_000).optional(),
})
export type GrantUpload = z.infer<typeof GrantUpload>

export const photos = subject('photos', 'Photographers cannot upload or manage photos.', {
  grantUpload: endpoint({
    method: 'POST',
    path: '/me/galleries/{galleryId}/photos',
    access: 'subscriber',
    summary: 'Allows one file to be put straight into storage, and records the photo as pending',
    params: galleryParams,
    body: GrantUpload,
    response: z.object({
      photo: OwnPhoto,
      /** PUT the file's bytes to `url` with exactly these headers; the signature covers key, length and type. */
      upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), expiresAt: Timestamp }),
    }),
    errors: [
      'trial_expired',
      'gallery_not_found',
      'file_type_refused',
      'file_too_large',
      'file_too_small',
      'quota_reached',
    ],
  }),
  uploadRoom: endpoint({
    method: 'GET',
    path: '/me/upload-room',
    access: 'photographer',
    summary: 'How much of the plan’s room for uploads is used',
    response: z.object({
      plan: z.enum(['trial', 'subscribed']),
      usedBytes: z.int().min(0),
      maxBytes: z.int().min(0),
      /** Photos stored. */
      photos: z.int().min(0),
      /** How many may be stored; `null` where only the day's number counts. */
      maxPhotos: z.int().min(0).nullable(),
      photosToday: z.int().min(0),
      maxPhotosADay: z.int().min(0),
    }),
    errors: [],
  }),
  regrantUpload: endpoint({
    method: 'POST',
    path: '/me/photos/{photoId}/upload',
    access: 'subscriber',
    summary: 'A new upload address for a photo whose file never arrived, or was refused; then it is one upload more',
    params: photoParams,
    response: z.object({
      photo: OwnPhoto,
      upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), expiresAt: Timestamp }),
    }),
    errors: ['trial_expired', 'photo_not_found', 'changed_meanwhile', 'quota_reached'],
  }),
  confirmUpload: endpoint({
    method: 'POST',
    path: '/me/photos/{photoId}/uploaded',
    access: 'photographer',
    summary: 'Says that the file has been sent; answers how far the photo is',
    params: photoParams,
    response: OwnPhoto,
    errors: ['photo_not_found', 'upload_missing'],
  }),
  getMine: endpoint({
    method: 'GET',
    path: '/me/photos/{photoId}',
    access: 'photographer',
    summary: 'One own photo, with its state',
    params: photoParams,
    response: OwnPhoto,
    errors: ['photo_not_found'],
  }),
  findMine: endpoint({
    method: 'POST',
    path: '/me/photos/find',
    access: 'photographer',
    summary: 'Own photos by their ids, each with its state; what is gone is left out',
    body: z.object({ photoIds: z.array(PhotoId).min(1).max(limits.upload.lookAtOnce) }),
    response: z.object({ items: z.array(OwnPhoto) }),
    errors: [],
  }),
  listMine: endpoint({
    method: 'GET',
    path: '/me/galleries/{galleryId}/photos',
    access: 'photographer',
    summary: 'The photos of an own gallery in every state',
    params: galleryParams,
    query: z.object({ cursor: Cursor.optional() }),
    response: pageOf(OwnPhoto),
    errors: ['gallery_not_found', 'invalid_cursor'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/me/photos/{photoId}',
    access: 'subscriber',
    summary: 'Changes title, description, price or the featured flag, or makes the photo the cover',
    params: photoParams,
    body: z.object({
      version: Version,
      title: line(limits.gallery.titleLength).optional(),
      description: paragraph(limits.gallery.descriptionLength).optional(),
      pricePence: Price.optional(),
      /** Of the Web size; `null` to sell the Original alone. */
      webPence: WebPrice.nullable().optional(),
      isFeatured: z.boolean().optional(),
      /** Whether it is kept out of whole galleries that were bought before. */
      isExcepted: z.boolean().optional(),
      /** With its focal point in the middle, where another photo was the cover. */
      isCover: z.literal(true).optional(),
    }),
    response: OwnPhoto,
    errors: ['trial_expired', 'photo_not_found', 'changed_meanwhile'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/me/photos/{photoId}/place',
    access: 'subscriber',
    summary: 'Puts a photo after another one of its gallery, where photos are in order by hand',
    params: photoParams,
    body: z.object({
      /** The photo that comes before it; `null` puts it first. */
      after: PhotoId.nullable(),
    }),
    response: Nothing,
    errors: ['trial_expired', 'photo_not_found', 'changed_meanwhile', 'ordering_under_way'],
  }),
  putInSet: endpoint({
    method: 'PUT',
    path: '/me/galleries/{galleryId}/photo-sets',
    access: 'subscriber',
    summary: 'Puts photos of an own gallery into one of its sets, or into none; what is gone is left out',
    params: galleryParams,
    body: z.object({
      photoIds: z.array(PhotoId).min(1).max(limits.gallery.movedAtOnce),
      setId: SetId.nullable(),
    }),
    response: z.object({ items: z.array(OwnPhoto) }),
    errors: ['trial_expired', 'gallery_not_found', 'changed_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/me/photos/{photoId}',
    access: 'photographer',
    summary: 'Deletes a photo; what was sold stays downloadable',
    params: photoParams,
    response: Nothing,
    errors: ['photo_not_found'],
  }),
  downloadFree: endpoint({
    method: 'POST',
    path: '/photos/{photoId}/download',
    access: 'visitor',
    summary: 'A link to a photo that costs nothing, where its gallery allows it',
    params: photoParams,
    headers: z.object({ 'x-gallery-grant': z.string().max(1_000).optional() }),
    body: z.object({ size: z.enum(['original', 'web']) }),
    response: z.object({ url: z.string(), fileName: z.string(), expiresAt: Timestamp }),
    errors: ['photo_not_found', 'gallery_locked', 'download_not_allowed', 'download_limit_reached', 'file_unavailable'],
  }),
})
