import * as z from 'zod'

export const ImageFormat = z.enum(['jpeg', 'webp', 'avif'])
export const RenditionKind = z.enum(['display', 'medium', 'thumbnail'])
