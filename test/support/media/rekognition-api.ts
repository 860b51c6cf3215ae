import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import * as z from 'zod'
import { BodyTooLarge, readBody } from '#local/http/body.ts'

/** A word as it stands in a picture; box in fractions of it. */
export type ShownWord = {
  text: string
  confidence?: number
  box: { left: number; top: number; width: number; height: number }
}

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

/** …/rekognition/latest/dg/limits.html */
const limits = { imageBytes: 5_242_880, leastPx: 80, words: 100, defaultConfidence: 80 }

/** The name of a picture that the stand-in knows. */
export const pictureName = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Parts = {
  /** What it sees in a picture; it sees nothing in one that nobody told it of. */
  wordsOf: (picture: string) => readonly ShownWord[]
  /** What the next requests are answered with instead, one each: status and name of the error. */
  failures?: { status: number; name: string }[]
}

/**
 * Amazon Rekognition's `DetectText` over HTTP, in the JSON protocol of version 1.1: stricter than the service, which takes
 * unknown fields and pictures with damage at their end. What it sees it is told; all else is checked for real.
 */
export const rekognitionApi =
  ({ wordsOf, failures = [] }: Parts) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
    const parsed = Request.safeParse(body)
    if (!parsed.success) return refuse('InvalidParameterException', { message: parsed.error.message })
    const { Image, Filters } = parsed.data
    const bytes = Buffer.from(Image.Bytes, 'base64')
    if (bytes.length > limits.imageBytes) return refuse('ImageTooLargeException')
    const size = await sizeOf(bytes)
    if (size === undefined) return refuse('InvalidImageFormatException')
    if (Math.min(size.width, size.height) < limits.leastPx) return refuse('InvalidParameterException')
    const least = Filters?.WordFilter?.MinConfidence ?? limits.defaultConfidence
    const words = wordsOf(pictureName(bytes))
      .filter(({ confidence = 99 }) => confidence >= least)
      .slice(0, limits.words)
    answer(200, { TextDetections: detectionsOf(words), TextModelVersion: '3.0' })
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
const detectionsOf = (words: readonly ShownWord[]) => {
  const detection = ({ text, confidence = 99, box }: ShownWord) => ({
    DetectedText: text,
    Confidence: confidence,
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
