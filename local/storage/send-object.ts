import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ObjectFile, ObjectFiles } from './object-files.ts'

type Range = { readonly start: number; readonly end: number }

/** One byte range of RFC 9110; several at once are answered whole, as S3 does. */
const rangeOf = (header: string | undefined, sizeBytes: number): Range | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = Math.min(last === '' ? Number.POSITIVE_INFINITY : Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}

const lists = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))

/** S3 dates objects to the second. */
const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)

/** Answers GET or HEAD of one object with ranges and conditions; `headers` win over those it was stored with. */
export const sendObject = async (
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  {
    files,
    object,
    headers = {},
  }: { files: ObjectFiles; object: ObjectFile; headers?: Readonly<Record<string, string>> },
): Promise<void> => {
  const { sizeBytes, etag, lastModified, versionId } = object
  const all: Record<string, string> = {
    'accept-ranges': 'bytes',
    etag,
    'last-modified': lastModified.toUTCString(),
    ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
    ...object.headers,
    ...headers,
  }
  const finish = (status: number, extra: Record<string, string> = {}) => {
    response.writeHead(status, { ...all, ...extra })
    response.end()
  }
  const since = request.headers['if-modified-since']
  if (request.headers['if-match'] !== undefined && !lists(request.headers['if-match'], etag)) return finish(412)
  if (lists(request.headers['if-none-match'], etag)) return finish(304)
  if (
    request.headers['if-none-match'] === undefined &&
    since !== undefined &&
    seconds(lastModified) <= Date.parse(since) / 1_000
  )
    return finish(304)

  const isFresh = request.headers['if-range'] === undefined || lists(String(request.headers['if-range']), etag)
  const range = isFresh ? rangeOf(request.headers.range, sizeBytes) : undefined
  if (range === 'unsatisfiable') return finish(416, { 'content-range': `bytes */${sizeBytes}`, 'content-length': '0' })
  const length = range ? range.end - range.start + 1 : sizeBytes
  const status = range ? 206 : 200
  const lengths = {
    'content-length': String(length),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}` }),
  }
  if (request.method === 'HEAD' || length === 0) return finish(status, lengths)
  response.writeHead(status, { ...all, ...lengths })
  // A reader who goes away ends the stream; that is no failure of ours.
  await pipeline(files.read(object, range), response).catch(() => {})
}
