import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ObjectFiles } from '#local/storage/object-files.ts'
import { sendObject } from '#local/storage/send-object.ts'
import { checkSignedUrl } from './cloudfront-signature.ts'

const denied = (response: ServerResponse, code: string) => {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Access Denied</Message></Error>`
  response.writeHead(403, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/**
 * Serves pictures and buyers' files as CloudFront does: by signature only, from the bucket behind the path. A key that is
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
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '/'
    if (request.method !== 'GET' && request.method !== 'HEAD') return denied(response, 'AccessDenied')
    const check = checkSignedUrl(target, { siteUrl, keyPairId, publicKeyPem, nowMs: nowMs() })
    if (!check.ok) return denied(response, check.code)
    const [path = '/', ...query] = target.split('?')
    const bucket = bucketOf(path)
    const object = bucket === undefined ? undefined : await files.find(bucket, decodedKey(path))
    if (!object) return denied(response, 'AccessDenied')
    const disposition = new URLSearchParams(query.join('?')).get('response-content-disposition')
    const isForwarded = disposition !== null && path.startsWith('/files/')
    await sendObject(
      { request, response },
      { files, object, headers: isForwarded ? { 'content-disposition': disposition } : {} },
    )
  }

const decodedKey = (path: string) => {
  try {
    return decodeURIComponent(path.slice(1))
  } catch {
    return ''
  }
}
