import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import * as z from 'zod'
import { maxWords } from '#functions/media/numbers/number-rules.ts'
import { UnreadablePicture, type Word } from '#functions/media/numbers/read-numbers.ts'
import { BodyTooLarge, readBody } from '#local/http/body.ts'

const Fraction = z.number().min(0).max(1)
/** Every field of …/APIReference/API_DetectText.html, and no other: the service passes over what it does not know. */
const Request = z.strictObject({
  Image: z.strictObject({ Bytes: z.base64().min(1) }),
  Filters: z
    .strictObject({
      WordFilter: z
        .strictObject({
          MinConfidence: z.number().min(0).max(100).optional(),
          MinBoundingBoxHeight: Fraction.optional(),
          MinBoundingBoxWidth: Fraction.optional(),
        })
        .optional(),
    })
    .optional(),
})

/** Sizes: …/rekognition/latest/dg/limits.html; the confidence that is asked for without a word: …/API_DetectionFilter.html */
const limits = { imageBytes: 5_242_880, leastPx: 80, defaultConfidence: 80 }

type Parts = {
  /** What stands in a picture, by an engine of this machine or of a test. @throws UnreadablePicture */
  wordsOf: (jpeg: Uint8Array) => Promise<readonly Word[]>
  /** Calls that it takes a second; the service lets some more through for a while. Default: as many as come. */
  perSecond?: number
  /** What the next requests are answered with instead, one each: status and name of the error. */
  failures?: { status: number; name: string }[]
}

/**
 * Amazon Rekognition's `DetectText` over HTTP, in the JSON protocol of version 1.1: stricter than the service, which takes
 * unknown fields and pictures with damage at their end, and a few calls more than its quota. What stands in a picture it
 * has read; all else it checks itself.
 */
export const rekognitionApi = ({ wordsOf, perSecond = Number.POSITIVE_INFINITY, failures = [] }: Parts) => {
  let lately: number[] = []
  const isTooMany = () => {
    const nowMs = performance.now()
    lately = [...lately.filter((at) => at > nowMs - 1_000), nowMs]
    return lately.length > perSecond
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(body))
    }
    // The form of an error: …/rekognition/latest/dg/error-handling.html
    const refuse = (name: string, { status = 400, message = name } = {}) =>
      answer(status, { __type: name, Code: name, Message: message })

    const { headers, method, url } = request
    if (method !== 'POST' || url !== '/' || headers['content-type'] !== 'application/x-amz-json-1.1')
      return refuse('SerializationException')
    if (headers['x-amz-target'] !== 'RekognitionService.DetectText') return refuse('UnknownOperationException')
    if (
      !/^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[a-z0-9-]+\/rekognition\/aws4_request, /.test(
        headers.authorization ?? '',
      )
    )
      return refuse('IncompleteSignatureException')
    const body = await bodyOf(request)
    if (body === undefined) return refuse('ImageTooLargeException')
    const failure = failures.shift()
    if (failure) return refuse(failure.name, { status: failure.status })
    // Beyond the account's quota: …/rekognition/latest/dg/error-handling.html
    if (isTooMany()) return refuse('ProvisionedThroughputExceededException')
    const parsed = Request.safeParse(body)
    if (!parsed.success) return refuse('InvalidParameterException', { message: parsed.error.message })
    const { Image, Filters } = parsed.data
    const bytes = Buffer.from(Image.Bytes, 'base64')
    if (bytes.length > limits.imageBytes) return refuse('ImageTooLargeException')
    const size = await sizeOf(bytes)
    if (size === undefined) return refuse('InvalidImageFormatException')
    if (Math.min(size.width, size.height) < limits.leastPx) return refuse('InvalidParameterException')
    const least = Filters?.WordFilter?.MinConfidence ?? limits.defaultConfidence
    const read = await readIn(bytes)
    if (read === undefined) return refuse('InvalidImageFormatException')
    const words = read.filter(({ confidence }) => confidence * 100 >= least).slice(0, maxWords)
    answer(200, { TextDetections: detectionsOf(words), TextModelVersion: '3.0' })
  }

  async function readIn(jpeg: Uint8Array): Promise<readonly Word[] | undefined> {
    try {
      return await wordsOf(jpeg)
    } catch (error) {
      if (error instanceof UnreadablePicture) return undefined
      throw error
    }
  }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  try {
    return JSON.parse((await readBody(request, limits.imageBytes * 1.5)).toString('utf8'))
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined
    throw error
  }
}

const sizeOf = async (bytes: Buffer) => {
  try {
    const image = sharp(bytes, { failOn: 'warning' })
    const { format, width, height } = await image.metadata()
    await image.stats()
    return ['jpeg', 'png'].includes(format) ? { width, height } : undefined
  } catch {
    return undefined
  }
}

/** Every word stands there twice: in a line, and as its part. */
const detectionsOf = (words: readonly Word[]) => {
  const detection = ({ text, confidence, box }: Word) => ({
    DetectedText: text,
    Confidence: confidence * 100,
    Geometry: {
      BoundingBox: { Left: box.left, Top: box.top, Width: box.width, Height: box.height },
      Polygon: [
        { X: box.left, Y: box.top },
        { X: box.left + box.width, Y: box.top },
        { X: box.left + box.width, Y: box.top + box.height },
        { X: box.left, Y: box.top + box.height },
      ],
    },
  })
  return [
    ...words.map((word, index) => ({ ...detection(word), Type: 'LINE', Id: index })),
    ...words.map((word, index) => ({ ...detection(word), Type: 'WORD', Id: words.length + index, ParentId: index })),
  ]
}
