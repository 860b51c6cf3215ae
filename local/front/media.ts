import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ObjectFiles } from '#local/storage/object-files.ts'
import { sendObject } from '#local/storage/send-object.ts'
import { checkSignedUrl } from './cloudfront-signature.ts'
import type { KeptAnswer } from './front-server.ts'

const denied = (response: ServerResponse, code: string) => {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Access Denied</Message></Error>`
  response.writeHead(403, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/**
 * Serves pictures and buyers' files as CloudFront does: by signature only, logos apart, from the bucket behind the path. A key that is
 * not there is refused like one without leave, since CloudFront may not list the buckets.
 */
export const mediaServer =
  ({
    files,
    bucketOf,
    siteUrl,
    keyPairId,
    publicKeyPem,
    nowMs,
  }: {
    files: ObjectFiles
    /** The bucket for a path such as "/media/…". */
    bucketOf: (path: string) => string | undefined
    siteUrl: string
    keyPairId: string
    publicKeyPem: string
    nowMs: () => number
  }) =>
  async (
    request: IncomingMessage,
    response: ServerResponse,
    { place, removed }: KeptAnswer = { place: undefined, removed: [] },
  ): Promise<void> => {
    const target = request.url ?? '/'
    if (request.method !== 'GET' && request.method !== 'HEAD') return denied(response, 'AccessDenied')
    const [path = '/', ...query] = target.split('?')
    // A logo is anybody's to see, as its behaviour of CloudFront says (lib/web/storefront.ts).
    const check = path.startsWith('/logos/')
      ? ({ ok: true } as const)
      : checkSignedUrl(target, { siteUrl, keyPairId, publicKeyPem, nowMs: nowMs() })
    if (!check.ok) return denied(response, check.code)
    // Whole pictures are kept; of a part the bucket is asked.
    const isWhole = request.method === 'GET' && request.headers.range === undefined && !isConditional(request)
    const known = isWhole ? place?.find() : undefined
    if (known) {
      const own = Object.entries(known.headers).filter(([name]) => !removed.includes(name))
      response.writeHead(200, { ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])), ...hit })
      response.end(known.body)
      return
    }
    const bucket = bucketOf(path)
    const found = bucket === undefined ? undefined : await files.find(bucket, decodedKey(path))
    if (!found) return denied(response, 'AccessDenied')
    if (isWhole && place && found.sizeBytes <= mostKeptBytes) {
      const body = await readFile(found.path)
      const headers = {
        'accept-ranges': 'bytes',
        etag: found.etag,
        ...found.headers,
        'content-length': `${body.length}`,
      }
      place.keep({ status: 200, headers, body })
    }
    const own = Object.entries(found.headers).filter(([name]) => !removed.includes(name))
    const object = { ...found, headers: Object.fromEntries(own) }
    const disposition = new URLSearchParams(query.join('?')).get('response-content-disposition')
    const isForwarded = disposition !== null && path.startsWith('/files/')
    await sendObject(
      { request, response },
      { files, object, headers: isForwarded ? { 'content-disposition': disposition } : {} },
    )
  }

/** Of one file in the memory of this machine; CloudFront keeps up to 50 GB. */
const mostKeptBytes = 64 * 1_024 ** 2

const hit = { 'x-cache': 'Hit from cloudfront' }

const isConditional = ({ headers }: IncomingMessage): boolean =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined

const decodedKey = (path: string) => {
  try {
    return decodeURIComponent(path.slice(1))
  } catch {
    return ''
  }
}
