import { exifPreamble, orientationOnlyExif } from './containers/exif.ts'

const exifSegment = (orientation: number) => {
  const body = Buffer.concat([exifPreamble, orientationOnlyExif(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The JPEG with an orientation it did not state, put first, where readers take it from. */
export const withOrientation = (jpeg: Buffer, orientation: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), exifSegment(orientation), jpeg.subarray(2)])
