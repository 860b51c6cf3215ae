import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Picture } from '#schema/api/views.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { limits } from '#schema/limits.ts'

type Marking = Pick<Gallery, 'watermarkEnabled' | 'watermarkText'>

/** The text that every rendition of the gallery must carry, `null` for none. */
export const watermarkOf = ({ watermarkEnabled, watermarkText }: Marking): string | null =>
  watermarkEnabled ? watermarkText || limits.gallery.defaultWatermark : null

/**
 * The picture as visitors may see it. While a gallery's mark is on, a rendition without that very mark is not shown:
 * `null` stands for the placeholder until the new one is made (rulings: never the clean one).
 */
export const shownPicture = async (
  links: Pick<MediaLinks, 'picture'>,
  gallery: Marking & Pick<Gallery, 'id' | 'takedown'>,
  photo: Pick<Photo, 'width' | 'height' | 'thumbhash' | 'renditions' | 'watermark'> | null,
): Promise<Picture | null> => {
  // Of what is taken down no link is given out, its owner's own screens included: one opens the whole gallery.
  if (gallery.takedown !== null) return null
  const mark = watermarkOf(gallery)
  if (photo === null || (mark !== null && photo.watermark !== mark)) return null
  return links.picture(photo, gallery.id)
}
