import type { CoverFocus } from '#schema/entities/gallery-look.ts'
import { limits } from '#schema/limits.ts'
import { sharp } from './hardened-sharp.ts'
import type { Rendition } from './render.ts'

const { ratio, heightPx, mostBytes } = limits.tallCover

export type TallPiece = Rendition & { readonly kind: 'tall' }

/**
 * More pixels of a lower quality than other renditions have: a phone's screen is dense, and in it they are nearer to the
 * original than fewer pixels of as many bytes. What a phone waits for first is also worth a second of a processor
 * (docs/decisions/0184-one-piece-of-a-cover-for-every-phone.md).
 */
export const tallAvif = { qualities: [38, 30], effort: 3 } as const

/** Where a piece of this length begins: as `object-position` places a picture that is cut. */
const startOf = (share: number, whole: number, piece: number): number => Math.round(share * (whole - piece))

/**
 * The upright piece of a wide picture around its focal point, as high as the picture up to 1,366 px. Fine patterns, which
 * hide what they lose, are drawn in a lower quality when the piece has more bytes than a phone should wait for.
 * A box that is narrower than the piece shows of it what it would show of the whole picture, at the same `object-position`.
 * @param display A rendition of our own, JPEG.
 */
export const cutTall = async (display: Buffer, focus: CoverFocus): Promise<TallPiece> => {
  const { width, height } = await sharp(display).metadata()
  const wide = Math.min(width, Math.round(height * ratio))
  const { data, info } = await sharp(display)
    .extract({ left: startOf(focus.x, width, wide), top: 0, width: wide, height })
    .resize({ height: heightPx, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const drawnIn = (quality: number) =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .avif({ quality, effort: tallAvif.effort })
      .toBuffer()
  const [best, ...lower] = tallAvif.qualities
  let bytes = await drawnIn(best)
  for (const quality of lower) if (bytes.byteLength > mostBytes) bytes = await drawnIn(quality)
  return { kind: 'tall', bytes, contentType: 'image/avif', width: info.width, height: info.height }
}
