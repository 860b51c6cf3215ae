import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutTall } from '#functions/media/cut-tall.ts'
import { opened } from '#test/support/media/likeness.ts'

/** Red grows from left to right, green from top to bottom: a pixel's colour says where in the picture it was. */
const placesPicture = async (width: number, height: number): Promise<Buffer> => {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data[(y * width + x) * 3] = (255 * x) / (width - 1)
      data[(y * width + x) * 3 + 1] = (255 * y) / (height - 1)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Which shares of the whole picture the piece's middle row begins and ends at, and its columns. */
const spanOf = async (bytes: Buffer) => {
  const { data, info } = await opened(bytes, (image) => image.removeAlpha().raw().toBuffer({ resolveWithObject: true }))
  const at = (x: number, y: number, channel: 0 | 1) => (data[(y * info.width + x) * info.channels + channel] ?? 0) / 255
  const [middleX, middleY] = [info.width >> 1, info.height >> 1]
  return {
    x: [at(2, middleY, 0), at(info.width - 3, middleY, 0)],
    y: [at(middleX, 2, 1), at(middleX, info.height - 3, 1)],
  }
}

test.each([
  [{ x: 0, y: 0.5 }, [0, 0.467]],
  [{ x: 0.5, y: 0 }, [0.267, 0.733]],
  [{ x: 1, y: 1 }, [0.533, 1]],
  [{ x: 0.25, y: 0.5 }, [0.133, 0.6]],
])(
  'of a picture of 3:2 with its focal point at %o what a frame of 7:10 would show of it',
  async (focus, [from, to]) => {
    const pieces = await cutTall(await placesPicture(1_500, 1_000), focus)
    expect(pieces.map(({ kind, width, height }) => [kind, width, height])).toEqual([
      ['tall', 700, 1_000],
      ['tall-medium', 560, 800],
    ])
    for (const { bytes } of pieces) {
      const { x, y } = await spanOf(bytes)
      expect(x[0]).toBeCloseTo(from ?? Number.NaN, 1)
      expect(x[1]).toBeCloseTo(to ?? Number.NaN, 1)
      expect(y[0]).toBeCloseTo(0, 1)
      expect(y[1]).toBeCloseTo(1, 1)
    }
  },
)

test('a small picture is cut once and never enlarged, one that is upright already keeps its width', async () => {
  const small = await cutTall(await placesPicture(600, 400), { x: 0.5, y: 0.5 })
  expect(small.map(({ kind, width, height }) => [kind, width, height])).toEqual([['tall-medium', 280, 400]])
  const upright = await cutTall(await placesPicture(300, 600), { x: 0.5, y: 0.5 })
  expect(upright.map(({ kind, width, height }) => [kind, width, height])).toEqual([['tall-medium', 300, 600]])
})
