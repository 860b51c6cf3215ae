import * as z from 'zod'

export const ImageFormat = z.enum(['jpeg', 'webp', 'avif'])
export const RenditionKind = z.enum(['display', 'medium', 'thumbnail', 'tall', 'tall-medium'])
export type RenditionKind = z.infer<typeof RenditionKind>

/**
 * The upright piece of a wide picture, for phones whose whole screen a cover fills; which piece, its focal point says.
 * Earlier releases cut a second one, `tall-medium`, 800 px high.
 */
export const isTall = (kind: RenditionKind): kind is 'tall' | 'tall-medium' => kind === 'tall' || kind === 'tall-medium'

/** Those of the whole picture. */
export const WholeKind = RenditionKind.exclude(['tall', 'tall-medium'])
