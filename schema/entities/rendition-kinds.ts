import * as z from 'zod'

export const ImageFormat = z.enum(['jpeg', 'webp', 'avif'])
export const RenditionKind = z.enum(['display', 'medium', 'thumbnail', 'tall', 'tall-medium', 'card'])
export type RenditionKind = z.infer<typeof RenditionKind>

/**
 * Those of a piece of a cover, around its focal point. `tall`: upright, of a wide picture, for phones whose whole screen the
 * cover fills; earlier releases cut a second one, `tall-medium`, 800 px high. `card`: what its card shows of it in a list.
 */
const pieces = ['tall', 'tall-medium', 'card'] as const
export const isPiece = (kind: RenditionKind): kind is (typeof pieces)[number] => pieces.some((piece) => piece === kind)

/** Those of the whole picture. */
export const WholeKind = RenditionKind.exclude(pieces)
