import { Transform } from 'node:stream'

/** A body that was sent in signed or trailed chunks ended early or is malformed. */
export class MalformedChunks extends Error {
  override name = 'MalformedChunks'
}

/** Takes the content out of AWS's chunked encoding, which SDKs use for streams. Signatures of single chunks are not checked. */
export const awsChunkedDecoder = () => {
  let held = Buffer.alloc(0)
  let left = 0
  let state: 'size' | 'data' | 'data-end' | 'trailer' = 'size'
  const line = () => {
    const end = held.indexOf('\r\n')
    if (end < 0) return undefined
    const text = held.subarray(0, end).toString('latin1')
    held = held.subarray(end + 2)
    return text
  }
  return new Transform({
    transform(chunk, _, done) {
      held = Buffer.concat([held, chunk])
      for (;;) {
        if (state === 'trailer') {
          held = Buffer.alloc(0)
          return done()
        }
        if (state === 'data') {
          const part = held.subarray(0, left)
          held = held.subarray(part.length)
          left -= part.length
          if (part.length > 0) this.push(part)
          if (left > 0) return done()
          state = 'data-end'
        }
        if (state === 'data-end') {
          if (held.length < 2) return done()
          held = held.subarray(2)
          state = 'size'
        }
        const header = line()
        if (header === undefined) return done()
        left = Number.parseInt(header.split(';')[0] ?? '', 16)
        if (Number.isNaN(left)) return done(new MalformedChunks('a chunk has no size'))
        state = left === 0 ? 'trailer' : 'data'
      }
    },
    flush(done) {
      done(state === 'trailer' ? null : new MalformedChunks('the last chunk is missing'))
    },
  })
}
