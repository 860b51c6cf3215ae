import { DetectTextCommand, RekognitionClient } from '@aws-sdk/client-rekognition'
import * as z from 'zod'
import { leastConfidence, numbersAmong } from './number-rules.ts'
import { type ReadNumbers, UnreadablePicture } from './read-numbers.ts'

/** Most bytes of a picture that comes in the request; from a bucket it would be 15 MB (docs.aws.amazon.com/rekognition/latest/dg/limits.html). */
const maxBytes = 5_242_880

/**
 * What a picture is refused with, not to be asked again (docs.aws.amazon.com/rekognition/latest/dg/error-handling.html). All
 * our requests are alike but for the picture, so an invalid parameter is its doing: a side of less than 80 px.
 */
const refusals = ['ImageTooLargeException', 'InvalidImageFormatException', 'InvalidParameterException']

/** Fields as in …/APIReference/API_TextDetection.html: confidence from 0 to 100, boxes in fractions of the picture. */
const Detection = z.object({
  Type: z.enum(['WORD', 'LINE']),
  DetectedText: z.string(),
  Confidence: z.number().min(0).max(100),
  Geometry: z.object({
    BoundingBox: z.object({ Left: z.number(), Top: z.number(), Width: z.number(), Height: z.number() }),
  }),
})
const Answer = z.object({ TextDetections: z.array(Detection).default([]) })

/**
 * Numbers by Amazon Rekognition's `DetectText` (…/APIReference/API_DetectText.html): at most 100 words, each a second time
 * in the lines it stands in. What is throttled (`ThrottlingException`, `ProvisionedThroughputExceededException`) the client
 * asks again as often as it is set up for; then it is thrown, for another time.
 */
export const rekognitionReader =
  (client = new RekognitionClient({})): ReadNumbers =>
  async (jpeg) => {
    if (jpeg.length > maxBytes) throw new UnreadablePicture(`more than ${maxBytes} bytes`)
    const { TextDetections } = Answer.parse(await detect(client, jpeg))
    return numbersAmong(
      TextDetections.filter(({ Type }) => Type === 'WORD').map(({ DetectedText, Confidence, Geometry }) => {
        const { Left, Top, Width, Height } = Geometry.BoundingBox
        return {
          text: DetectedText,
          confidence: Confidence / 100,
          box: { left: Left, top: Top, width: Width, height: Height },
        }
      }),
    )
  }

const detect = async (client: RekognitionClient, jpeg: Uint8Array) => {
  try {
    return await client.send(
      new DetectTextCommand({
        Image: { Bytes: jpeg },
        Filters: { WordFilter: { MinConfidence: leastConfidence * 100 } },
      }),
    )
  } catch (error) {
    if (error instanceof Error && refusals.includes(error.name)) {
      throw new UnreadablePicture(error.name, { cause: error })
    }
    throw error
  }
}
