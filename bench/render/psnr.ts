/** Peak signal-to-noise ratio of two pictures of 8 bits a channel, in decibels; infinite where they are the same. */
export const psnr = (one: Buffer, other: Buffer): number => {
  let squares = 0
  one.forEach((value, index) => {
    squares += (value - (other[index] ?? 0)) ** 2
  })
  return 10 * Math.log10((255 * 255 * one.length) / squares)
}
