import type { CoverFocus } from '#schema/entities/gallery-look.ts'
import { limits } from '#schema/limits.ts'
import { sharp } from './hardened-sharp.ts'
import { avifFor, type Rendition } from './render.ts'

export type TallPiece = Rendition & { readonly kind: 'tall' | 'tall-medium' }

const { ratio, mediumPx } = limits.tallCover

/**
 * What a phone waits for first is worth 0.4 s more of a processor: effort 3 keeps the SSIM with a seventh fewer bytes, at
 * the lower quality that does with it (docs/decisions/0178-a-phone-gets-its-piece-of-the-cover.md).
 */
const avifOf = {
  tall: avifFor.display,
  'tall-medium': { ...avifFor.medium, quality: 54, effort: 3 },
} as const

/** Where a piece of this length begins: as `object-position` places a picture that is cut. */
const startOf = (share: number, whole: number, piece: number): number => Math.round(share * (whole - piece))

/**
 * The upright piece of a wide picture around its focal point, as high as the picture, and once more 800 px high, or this
 * alone of a picture that is not higher.
 * A box that is narrower than the piece shows of it what it would show of the whole picture, at the same `object-position`.
 * @param display A rendition of our own, JPEG.
 */
export const cutTall = async (display: Buffer, focus: CoverFocus): Promise<TallPiece[]> => {
  const { data, info } = await sharp(display).raw().toBuffer({ resolveWithObject: true })
  const width = Math.min(info.width, Math.round(info.height * ratio))
  const piece = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).extract({
      left: startOf(focus.x, info.width, width),
      top: 0,
      width,
      height: info.height,
    })
  const asAvif = async (kind: TallPiece['kind'], picture: ReturnType<typeof piece>): Promise<TallPiece> => {
    const made = await picture.avif(avifOf[kind]).toBuffer({ resolveWithObject: true })
    return { kind, bytes: made.data, contentType: 'image/avif', width: made.info.width, height: made.info.height }
  }
  return Promise.all([
    ...(info.height > mediumPx ? [asAvif('tall', piece())] : []),
    asAvif('tall-medium', piece().resize({ height: mediumPx, withoutEnlargement: true })),
  ])
}
