import type { GalleryAccess } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { shownPicture } from '#functions/galleries/shown-picture.ts'
import { galleryTags, type Keeping } from '#functions/shared/edge/edge-tags.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { AppError } from '#schema/errors.ts'
import { GalleryId } from '#schema/ids.ts'

type Parts = {
  readonly galleries: Pick<GalleryStore, 'find'>
  readonly access: Pick<GalleryAccess, 'accessOf'>
  readonly links: Pick<MediaLinks, 'picture'>
}

/**
 * Where the cover of a gallery can be fetched now, for link previews: an address that stays, leading to one that is
 * signed for half a day. Marked as visitors see it, and only while anybody may open the gallery.
 * @param file "gal_….jpg".
 * @throws AppError `gallery_not_found` for every gallery that a stranger could not look at, and one without a picture.
 */
export const previewPicture = async (
  { galleries, access, links }: Parts,
  file: string,
): Promise<{ readonly location: string; readonly keeping: Keeping }> => {
  const { data: id } = GalleryId.safeParse(file.replace(/\.jpg$/, ''))
  const gallery = id && (await galleries.find(id))
  const isOpen = gallery && (await access.accessOf(gallery, {})).state === 'open'
  const picture = isOpen ? await shownPicture(links, gallery, gallery.cover) : null
  if (!gallery || !picture) throw new AppError('gallery_not_found')
  return { location: picture.imageUrl, keeping: { tags: galleryTags([gallery]), until: gallery.expiresAt } }
}
