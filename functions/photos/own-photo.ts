import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'

/** A photo as its owner sees it. */
export const ownPhoto = async (
  links: Pick<MediaLinks, 'picture'>,
  gallery: Pick<Gallery, 'id' | 'cover'> | undefined,
  photo: Photo,
): Promise<OwnPhoto> => ({
  ...photo,
  picture: await links.picture(photo, photo.galleryId),
  isCover: gallery?.cover?.photoId === photo.id,
})
