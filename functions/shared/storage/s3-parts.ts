import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/**
 * A part is 5 MB to 5 GB, and an object has at most 10,000 of them
 * (docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html): with these, 160 GB.
 */
const partBytes = 16 * 1_024 ** 2
/** With the part that is being filled, three are in memory. */
const partsAtOnce = 2

type Target = { Bucket: string; Key: string; ContentType: string; CacheControl: string }

/**
 * The bytes that come, cut into parts of one length; the last one is shorter, and there is one even of nothing.
 * @param free Parts that were sent: their memory is used again, where the collector would come for it later.
 */
async function* cut(chunks: AsyncIterable<Uint8Array>, free: Buffer[]): AsyncGenerator<Buffer, void> {
  const next = () => free.pop() ?? Buffer.allocUnsafeSlow(partBytes)
  let part = next()
  let filled = 0
  let isFirst = true
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      const piece = chunk.subarray(taken, taken + partBytes - filled)
      part.set(piece, filled)
      filled += piece.length
      taken += piece.length
      if (filled < partBytes) continue
      yield part
      isFirst = false
      part = next()
      filled = 0
    }
  }
  if (filled > 0 || isFirst) yield part.subarray(0, filled)
}

/**
 * Stores a stream of unknown length under a key. What breaks off is taken back; where even that fails, the bucket's rule
 * removes it. @returns how many bytes came.
 */
export const putInParts = async (
  client: S3Client,
  { Bucket, Key, ...headers }: Target,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...headers }))
  const done: CompletedPart[] = []
  const send = async (PartNumber: number, Body: Buffer): Promise<void> => {
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
    done.push({ PartNumber, ETag })
  }
  const underWay = new Set<Promise<void>>()
  const free: Buffer[] = []
  const failures: unknown[] = []
  try {
    let bytes = 0
    let number = 0
    for await (const part of cut(chunks, free)) {
      number += 1
      bytes += part.length
      const sending: Promise<void> = send(number, part).finally(() => {
        underWay.delete(sending)
        if (part.length === partBytes) free.push(part)
      })
      underWay.add(sending)
      sending.catch((error: unknown) => failures.push(error))
      if (underWay.size >= partsAtOnce) await Promise.race(underWay)
      if (failures.length > 0) throw failures[0]
    }
    await Promise.all(underWay)
    if (failures.length > 0) throw failures[0]
    const Parts = done.toSorted((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0))
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
    return bytes
  } catch (error) {
    await Promise.allSettled(underWay)
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}
