import { shownPicture } from '#functions/galleries/shown-picture.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { hasSmallerSize } from '#schema/web-size.ts'

/** A photo as its owner sees it: like a visitor, so that what shows here is what shows. */
export const ownPhoto = async (
  links: Pick<MediaLinks, 'picture'>,
  gallery: Gallery | undefined,
  photo: Photo,
): Promise<OwnPhoto> => ({
  ...photo,
  picture: gallery && photo.state !== 'taken_down' ? await shownPicture(links, gallery, photo) : null,
  setId: gallery?.sets.some(({ id }) => id === photo.setId) ? photo.setId : null,
  hasSmallerSize: hasSmallerSize(photo),
  isCover: gallery?.cover?.photoId === photo.id,
})
