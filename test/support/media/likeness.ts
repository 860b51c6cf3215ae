import sharp, { type Sharp } from 'sharp'

export type Pixels = { data: Buffer; width: number; height: number }

const avifDecoder = { operation: ['VipsForeignLoadHeif'] }
let lookers = 0

/**
 * Opens a file as a browser would. Where the product is loaded, it has shut the decoder of AVIF for the whole process, as
 * it shall: then that is opened for as long as somebody looks.
 */
export const opened = async <Answer>(file: Buffer, look: (image: Sharp) => Promise<Answer>): Promise<Answer> => {
  const open = () => look(sharp(file, { autoOrient: true }))
  if (file.toString('latin1', 4, 12) !== 'ftypavif') return open()
  try {
    return await open()
  } catch {
    lookers += 1
    sharp.unblock(avifDecoder)
    try {
      return await open()
    } finally {
      lookers -= 1
      if (lookers === 0) sharp.block(avifDecoder)
    }
  }
}

/** What a viewer sees of a file: upright, three channels of eight bits, its profile applied. */
export const seen = async (file: Buffer): Promise<Pixels> => {
  const { data, info } = await opened(file, (image) =>
    image.flatten({ background: '#fff' }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  )
  return { data, width: info.width, height: info.height }
}

/** Peak signal-to-noise ratio in decibels; 35 is a good JPEG of the same pixels, infinite the same pixels. */
export const likeness = (one: Pixels, other: Pixels): number => {
  if (one.width !== other.width || one.height !== other.height || one.data.length !== other.data.length) return 0
  let squares = 0
  for (let index = 0; index < one.data.length; index += 1) {
    squares += ((one.data[index] ?? 0) - (other.data[index] ?? 0)) ** 2
  }
  return 10 * Math.log10((255 * 255 * one.data.length) / squares)
}
