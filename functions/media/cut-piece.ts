import type { CoverFocus } from '#schema/entities/gallery-look.ts'
import { limits } from '#schema/limits.ts'
import { sharp } from './hardened-sharp.ts'
import type { Rendition } from './render.ts'

export type PieceKind = keyof typeof limits.coverPieces
export type Piece = Rendition & { readonly kind: PieceKind }

/**
 * More pixels of a lower quality than other renditions have: a phone's screen is dense, and in it they are nearer to the
 * original than fewer pixels of as many bytes. What a phone waits for first is also worth a second of a processor
 * (docs/decisions/0184-one-piece-of-a-cover-for-every-phone.md).
 */
export const pieceAvif = { qualities: [38, 30, 26], effort: 3, chromaSubsampling: '4:2:0' } as const

/** Where a piece of this length begins: as `object-position` places a picture that is cut. */
const startOf = (share: number, whole: number, piece: number): number => Math.round(share * (whole - piece))

type Wanted = { readonly kind: PieceKind; readonly focus: CoverFocus }

/**
 * A piece of a picture around its focal point, in the shape of this kind, as large as the picture has it up to the kind's
 * limits. Fine patterns, which hide what they lose, are drawn in lower qualities while the piece has more bytes than
 * a phone should wait for. A box of another shape than the piece shows of it, at the same `object-position`, what it would
 * show of the whole picture, where it is narrower than a tall one.
 * @param display A rendition of our own, JPEG.
 */
export const cutPiece = async (display: Buffer, { kind, focus }: Wanted): Promise<Piece> => {
  const { ratio, widthPx, heightPx, mostBytes } = limits.coverPieces[kind]
  const whole = await sharp(display).metadata()
  const width = Math.min(whole.width, Math.round(whole.height * ratio))
  const height = Math.min(whole.height, Math.round(whole.width / ratio))
  const { data, info } = await sharp(display)
    .extract({ left: startOf(focus.x, whole.width, width), top: startOf(focus.y, whole.height, height), width, height })
    .resize({ width: widthPx, height: heightPx, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { qualities, ...settings } = pieceAvif
  const drawnIn = (quality: number) =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .avif({ quality, ...settings })
      .toBuffer()
  const [best, ...lower] = qualities
  let bytes = await drawnIn(best)
  for (const quality of lower) if (bytes.byteLength > mostBytes) bytes = await drawnIn(quality)
  return { kind, bytes, contentType: 'image/avif', width: info.width, height: info.height }
}
