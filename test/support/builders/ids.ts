import { GalleryId, OrderId, PhotoId, SetId, UserId } from '#schema/ids.ts'

const digits = (n: number, length: number): string => String(n).padStart(length, '0')

/** Ids that tests can spell: the number is all that differs. */
export const orderIdOf = (n: number): OrderId => OrderId.parse(`ord_${digits(n, 32)}`)
export const photoIdOf = (n: number): PhotoId => PhotoId.parse(`pho_${digits(n, 26)}`)
export const setIdOf = (n: number): SetId => SetId.parse(`set_${digits(n, 26)}`)
export const galleryIdOf = (n: number): GalleryId => GalleryId.parse(`gal_${digits(n, 26)}`)
export const userIdOf = (n: number): UserId => UserId.parse(`00000000-0000-4000-8000-${digits(n, 12)}`)
