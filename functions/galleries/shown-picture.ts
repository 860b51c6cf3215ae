import type { MediaLinks, PictureOptions, Pieces } from '#functions/shared/media-links/media-links.ts'
import type { Picture } from '#schema/api/views.ts'
import { type Gallery, WatermarkStrength } from '#schema/entities/gallery.ts'
import type { CoverFocus } from '#schema/entities/gallery-look.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { limits } from '#schema/limits.ts'

type Texted = Pick<Gallery, 'watermarkEnabled' | 'watermarkText'>
type Marking = Texted & Pick<Gallery, 'watermarkStrength'>

/** The text of the gallery's mark, `null` for none. */
export const watermarkOf = ({ watermarkEnabled, watermarkText }: Texted): string | null =>
  watermarkEnabled ? watermarkText || limits.gallery.defaultWatermark : null

/** Stands between text and strength in a photo's record: no text of people holds it. */
const parted = '\u001f'

/**
 * The mark that every rendition of the gallery must carry, as a photo's record names it: the text, with its strength where
 * that is not the usual one, which is all that records from before name. `null` for none.
 */
export const markOf = (gallery: Marking): string | null => {
  const text = watermarkOf(gallery)
  if (text === null || gallery.watermarkStrength === 'medium') return text
  return `${text}${parted}${gallery.watermarkStrength}`
}

/** What is to be drawn for a mark. */
export const markParts = (mark: string): { text: string; strength: WatermarkStrength } => {
  const [text = '', strength] = mark.split(parted)
  return { text, strength: WatermarkStrength.safeParse(strength).data ?? 'medium' }
}

/**
 * The picture as visitors may see it. While a gallery's mark is on, a rendition without that very mark is not shown:
 * `null` stands for the placeholder until the new one is made (rulings: never the clean one).
 */
export const shownPicture = async (
  links: Pick<MediaLinks, 'picture'>,
  gallery: Marking & Pick<Gallery, 'id' | 'takedown' | 'expiresAt'>,
  photo: Pick<Photo, 'width' | 'height' | 'thumbhash' | 'renditions' | 'watermark'> | null,
  options: Pick<PictureOptions, 'pieces'> = {},
): Promise<Picture | null> => {
  // Of what is taken down no link is given out, its owner's own screens included: one opens the whole gallery.
  if (gallery.takedown !== null) return null
  const mark = markOf(gallery)
  if (photo === null || (mark !== null && photo.watermark !== mark)) return null
  return links.picture(photo, gallery.id, { ...options, expiresAt: gallery.expiresAt })
}

/** A gallery's cover as its own page or its card shows it: with the piece that was cut for that, where it is of its present focal point. */
export const shownCover = async (
  links: Pick<MediaLinks, 'picture'>,
  gallery: Gallery,
  pieces: Pieces,
): Promise<Picture | null> => {
  const { cover, coverFocus } = gallery
  const isCut = cover !== null && isCutFor(cover, coverFocus)
  return shownPicture(links, gallery, cover, isCut ? { pieces } : {})
}

/** Whether what was cut of a picture is around this focal point. */
export const isCutFor = ({ cutFor }: Pick<Photo, 'cutFor'>, { x, y }: CoverFocus): boolean =>
  cutFor?.x === x && cutFor.y === y
