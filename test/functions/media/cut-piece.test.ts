import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutPiece } from '#functions/media/cut-piece.ts'
import { limits } from '#schema/limits.ts'
import { opened } from '#test/support/media/likeness.ts'
import { seededNumbers } from '#test/support/random.ts'

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

const near = (...span: readonly [number, number]) => span.map((share) => expect.closeTo(share, 1))

test.each([
  [{ x: 0, y: 0.5 }, [0, 0.467]],
  [{ x: 0.5, y: 0 }, [0.267, 0.733]],
  [{ x: 1, y: 1 }, [0.533, 1]],
  [{ x: 0.25, y: 0.5 }, [0.133, 0.6]],
] as const)(
  'of a picture of 3:2 with its focal point at %o what a frame of 7:10 would show of it',
  async (focus, [from, to]) => {
    const { bytes, ...piece } = await cutPiece(await placesPicture(1_500, 1_000), { kind: 'tall', focus })
    expect(piece).toEqual({ kind: 'tall', contentType: 'image/avif', width: 700, height: 1_000 })
    expect(await spanOf(bytes)).toEqual({ x: near(from, to), y: near(0, 1) })
  },
)

const focus = { x: 0.5, y: 0.5 }
test.each([
  [{ x: 0.5, y: 0 }, [0, 0.444]],
  [{ x: 0, y: 0.5 }, [0.278, 0.722]],
  [{ x: 1, y: 1 }, [0.556, 1]],
] as const)('of an upright picture with its focal point at %o what a card would show of it', async (at, [from, to]) => {
  const { bytes, ...piece } = await cutPiece(await placesPicture(600, 900), { kind: 'card', focus: at })
  expect(piece).toEqual({ kind: 'card', contentType: 'image/avif', width: 600, height: 400 })
  expect(await spanOf(bytes)).toEqual({ x: near(0, 1), y: near(from, to) })
})

test.each([
  ['tall', [600, 400], [280, 400]],
  ['card', [600, 400], [600, 400]],
  ['card', [3_000, 400], [600, 400]],
  ['card', [1, 900], [1, 1]],
  ['tall', [900, 1], [1, 1]],
  ['card', [2_048, 1_365], [1_080, 720]],
] as const)(
  'the %s piece of a picture of %o px, which is never enlarged, has %o',
  async (kind, [width, height], size) => {
    const piece = await cutPiece(await placesPicture(width, height), { kind, focus })
    expect([piece.width, piece.height]).toEqual(size)
  },
)

test('a large picture is cut to what a phone can show, and a fine pattern in the qualities that keep it light', async () => {
  const { mostBytes, heightPx } = limits.coverPieces.tall
  const next = seededNumbers(184)
  const noise = Uint8Array.from({ length: 2_048 * 1_536 * 3 }, () => next() * 256)
  const raw = { width: 2_048, height: 1_536, channels: 3 } as const
  const fine = await sharp(noise, { raw }).blur(1.2).jpeg({ quality: 85 }).toBuffer()
  const { bytes, width, height } = await cutPiece(fine, { kind: 'tall', focus })
  expect([width, height]).toEqual([956, heightPx])
  const plain = await sharp(fine)
    .extract({ left: 486, top: 0, width: 1_075, height: 1_536 })
    .resize({ height: heightPx })
    .avif({ quality: 30, effort: 3, chromaSubsampling: '4:2:0' })
    .toBuffer()
  expect(plain.byteLength).toBeGreaterThan(mostBytes)
  expect(bytes.byteLength).toBeLessThan(plain.byteLength * 0.95)
})
