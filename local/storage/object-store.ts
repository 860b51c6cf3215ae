import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import * as z from 'zod'
import { type Listening, listen } from '#local/http/listen.ts'
import type { Queues } from '#local/queues/queues.ts'
import { region } from '#local/template/names.ts'
import type { BucketPlan } from '#local/template/plan.ts'
import { awsChunkedDecoder, MalformedChunks } from './aws-chunked.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { bucketNotifications } from './notifications.ts'
import { isUsableKey, type ObjectFiles, openObjectFiles, type Spooled } from './object-files.ts'
import { sendObject } from './send-object.ts'
import { checkSignature } from './signature.ts'

export type ObjectStore = {
  readonly url: string
  readonly files: ObjectFiles
  /** Says to the queues what S3 says when a bucket is set up. */
  announceSetUp(): void
  close(): Promise<void>
}

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Place = { bucket: string; key: string; query: URLSearchParams; cors: Record<string, string> }

/** The body of DeleteObjects (docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html): at most 1,000 keys. */
const Deletion = z.object({
  Delete: z.object({
    Object: z
      .array(z.object({ Key: z.string(), VersionId: z.string().optional() }))
      .min(1)
      .max(1_000),
    Quiet: z.literal(['true', 'false']).default('false'),
  }),
})
const xml = {
  reader: new XMLParser({ parseTagValue: false, trimValues: false, isArray: (name) => name === 'Object' }),
  writer: new XMLBuilder(),
}

/** The code with which S3 fails to delete one object, such as `SlowDown`; none where it does delete it. */
export type RefusesDelete = (bucket: string, key: string) => string | undefined

/** One PUT carries at most 5 GB. */
const maxPutBytes = 5 * 1_024 ** 3

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const refuse = (
  { request, response }: Exchange,
  {
    status,
    code,
    message,
    headers = {},
  }: { status: number; code: string; message: string; headers?: Record<string, string> },
) => {
  const requestId = randomUUID()
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped(message)}</Message><RequestId>${requestId}</RequestId></Error>`
  const hasBody = request.method !== 'HEAD'
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/xml',
    'x-amz-request-id': requestId,
    ...(hasBody && { 'content-length': Buffer.byteLength(body) }),
    // What is left of a refused body is not read to its end.
    ...(request.complete ? {} : { connection: 'close' }),
  })
  response.end(hasBody ? body : undefined)
}

/** Calls that concern something else than an object's bytes: s3rver answers them. */
const subresources = ['acl', 'tagging', 'uploads', 'uploadId', 'partNumber', 'torrent', 'legal-hold', 'retention']

const overridable = ['type', 'language', 'expires', 'cache-control', 'disposition', 'encoding'].map((name) => {
  const header = name === 'expires' || name === 'cache-control' ? name : `content-${name}`
  return [`response-${header}`, header] as const
})

const overridesOf = (query: URLSearchParams) =>
  Object.fromEntries(
    overridable.flatMap(([parameter, header]) => {
      const value = query.get(parameter)
      return value === null ? [] : [[header, value]]
    }),
  )

const digestProblem = (headers: IncomingMessage['headers'], spooled: Spooled) => {
  const hash = headers['x-amz-content-sha256']
  if (typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) && hash !== spooled.sha256.toString('hex'))
    return 'XAmzContentSHA256Mismatch'
  const given = [
    [headers['content-md5'], spooled.md5],
    [headers['x-amz-checksum-sha256'], spooled.sha256],
    [headers['x-amz-checksum-crc32'], spooled.crc32],
  ] as const
  return given.some(([claimed, actual]) => claimed !== undefined && claimed !== actual.toString('base64'))
    ? 'BadDigest'
    : undefined
}

/**
 * S3 on this machine: no request passes without a valid signature, whatever the bucket. The times of signatures are the
 * machine's, since that is what SDKs sign with.
 */
export const startObjectStore = async ({
  port = 0,
  folder,
  buckets,
  queues,
  credentials,
  now,
  machineNow = Date.now,
  refusesDelete = () => undefined,
}: {
  /** The same at each start: pages that are open name it in their policy, as a stage's bucket has one address. */
  port?: number
  folder: string
  buckets: readonly BucketPlan[]
  queues: Queues
  credentials: { accessKeyId: string; secretAccessKey: string }
  now: () => Date
  machineNow?: () => number
  /** For tests: which objects of a DeleteObjects fail, each by itself and as often as it says. */
  refusesDelete?: RefusesDelete
}): Promise<ObjectStore> => {
  const files = await openObjectFiles(folder, buckets)
  const notifications = bucketNotifications(buckets, { queues, now })
  const rulesOf = (bucket: string) => buckets.find(({ name }) => name === bucket)?.corsRules ?? []

  const put = async (exchange: Exchange, { bucket, key, cors }: Place) => {
    const { request, response } = exchange
    const fail = (status: number, code: string, message: string) =>
      refuse(exchange, { status, code, message, headers: cors })
    const { headers } = request
    const isChunked = String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')
    const announced = isChunked ? headers['x-amz-decoded-content-length'] : headers['content-length']
    if (announced === undefined) return fail(411, 'MissingContentLength', 'The Content-Length header is required.')
    if (Number(announced) > maxPutBytes) return fail(400, 'EntityTooLarge', 'The file is larger than 5 GB.')
    if (!isUsableKey(key)) return fail(400, 'InvalidArgument', 'The local store cannot keep this key.')

    let spooled: Spooled
    try {
      spooled = await files.spool(isChunked ? request.pipe(awsChunkedDecoder()) : request)
    } catch (error) {
      if (!response.writable || request.destroyed) return undefined
      if (error instanceof MalformedChunks) return fail(400, 'IncompleteBody', 'The body ended early.')
      throw error
    }
    const problem = spooled.sizeBytes !== Number(announced) ? 'IncompleteBody' : digestProblem(headers, spooled)
    const existing = await files.find(bucket, key)
    const isForbidden =
      (headers['if-none-match'] === '*' && existing !== undefined) ||
      (headers['if-match'] !== undefined && headers['if-match'] !== existing?.etag)
    if (problem !== undefined || isForbidden) {
      await files.forget(spooled)
      return problem === undefined
        ? fail(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
        : fail(400, problem, 'The body is not the one that the request describes.')
    }
    const text = Object.entries(headers).map(([name, value]) => [name, String(value)])
    const { etag, versionId } = await files.commit(bucket, key, { spooled, headers: Object.fromEntries(text) })
    notifications.created({ bucket, key, event: 'ObjectCreated:Put', sizeBytes: spooled.sizeBytes, etag, versionId })
    response.writeHead(200, {
      ...cors,
      etag,
      'content-length': 0,
      'x-amz-request-id': randomUUID(),
      ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
    })
    response.end()
  }

  const get = async (exchange: Exchange, { bucket, key, query, cors }: Place) => {
    const versionId = query.get('versionId')
    const object = await files.find(bucket, key, ...(versionId === null ? [] : [versionId]))
    if (!object)
      return refuse(exchange, {
        status: 404,
        code: versionId === null ? 'NoSuchKey' : 'NoSuchVersion',
        message: 'The specified key does not exist.',
        headers: cors,
      })
    return sendObject(exchange, { files, object, headers: { ...cors, ...overridesOf(query) } })
  }

  /**
   * DeleteObjects. s3rver would remove all keys or none, and names them in quiet mode too. Stricter than S3 in that a body
   * must have a digest that this store can check.
   */
  const removeMany = async (exchange: Exchange, { bucket, cors }: Place) => {
    const { request, response } = exchange
    const fail = (code: string, message: string) => refuse(exchange, { status: 400, code, message, headers: cors })
    const spooled = await files.spool(request)
    const body = await readFile(spooled.path, 'utf8')
    await files.forget(spooled)
    const digests = ['content-md5', 'x-amz-checksum-sha256', 'x-amz-checksum-crc32']
    if (!digests.some((name) => request.headers[name] !== undefined)) {
      return fail('InvalidRequest', 'Missing required header for this request: Content-Md5')
    }
    const problem = digestProblem(request.headers, spooled)
    if (problem !== undefined) return fail(problem, 'The body is not the one that the request describes.')
    const asked = Deletion.safeParse(xml.reader.parse(body))
    if (!asked.success) return fail('MalformedXML', 'The XML you provided was not well-formed or did not validate')

    const deleted: object[] = []
    const failed: object[] = []
    for (const { Key, VersionId } of asked.data.Delete.Object) {
      const code = refusesDelete(bucket, Key)
      if (code !== undefined) {
        failed.push({ Key, Code: code, Message: 'This object was not deleted.' })
        continue
      }
      if (VersionId === undefined || VersionId === 'null') await files.remove(bucket, Key)
      else await files.removeVersion(bucket, Key, VersionId)
      deleted.push({ Key })
    }
    const result = { Error: failed, ...(asked.data.Delete.Quiet === 'false' && { Deleted: deleted }) }
    response.writeHead(200, { ...cors, 'content-type': 'application/xml', 'x-amz-request-id': randomUUID() })
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml.writer.build({ DeleteResult: result })}`)
  }

  /** All on one page, whatever was asked for: the local store is small. */
  const listVersions = async ({ response }: Exchange, { bucket, query, cors }: Place) => {
    const prefix = query.get('prefix') ?? ''
    const found = await files.listVersions(bucket, prefix)
    const entries = found.map(
      ({ key, versionId }) => `<Version><Key>${escaped(key)}</Key><VersionId>${versionId}</VersionId></Version>`,
    )
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListVersionsResult><Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix><IsTruncated>false</IsTruncated>${entries.join('')}</ListVersionsResult>`
    response.writeHead(200, { ...cors, 'content-type': 'application/xml', 'x-amz-request-id': randomUUID() })
    response.end(body)
  }

  /** s3rver gets the request as it would come from somebody it need not check. */
  const pass = ({ request, response }: Exchange, { query, cors }: Place) => {
    const left = [...query].filter(([name]) => !name.toLowerCase().startsWith('x-amz-'))
    const search = new URLSearchParams(left).toString()
    request.url = `${(request.url ?? '/').split('?')[0]}${search === '' ? '' : `?${search}`}`
    delete request.headers.authorization
    delete request.headers['x-amz-content-sha256']
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value)
    files.listener(request, response)
  }

  files.onEvent(({ Records }) => {
    for (const { eventName, s3 } of Records) {
      if (eventName !== 'ObjectCreated:Copy' && eventName !== 'ObjectCreated:Post') continue
      const bucket = s3.bucket.name
      const { key } = s3.object
      const event = eventName === 'ObjectCreated:Copy' ? eventName : 'ObjectCreated:CompleteMultipartUpload'
      void files.find(bucket, key).then((object) => {
        if (!object) return
        const { sizeBytes, etag } = object
        notifications.created({ bucket, key, event, sizeBytes, etag, versionId: undefined })
      })
    }
  })

  const answer = async (exchange: Exchange) => {
    const { request, response } = exchange
    const target = request.url ?? '/'
    const [path = '/', ...search] = target.split('?')
    const [bucket = '', ...keyParts] = path.slice(1).split('/').map(decodeURIComponent)
    const key = keyParts.join('/')
    const query = new URLSearchParams(search.join('?'))
    const method = request.method ?? 'GET'
    if (method === 'OPTIONS') {
      const headers = preflightHeaders(rulesOf(bucket), request)
      if (headers) {
        response.writeHead(200, { ...headers, 'content-length': 0 })
        return response.end()
      }
      return refuse(exchange, { status: 403, code: 'AccessForbidden', message: 'CORS does not allow this request.' })
    }
    const cors = corsHeaders(rulesOf(bucket), request)
    const place = { bucket, key, query, cors }
    const refusal = checkSignature(
      { method, target, headers: request.headers },
      { credentials, region, nowMs: machineNow() },
    )
    if (refusal)
      return refuse(exchange, {
        status: refusal.code.startsWith('Authorization') ? 400 : 403,
        ...refusal,
        headers: cors,
      })
    if (bucket !== '' && !files.hasBucket(bucket))
      return refuse(exchange, { status: 404, code: 'NoSuchBucket', message: 'The specified bucket does not exist' })

    if (key === '' && method === 'GET' && query.has('versions')) return listVersions(exchange, place)
    if (key === '' && method === 'POST' && query.has('delete')) return removeMany(exchange, place)
    const isPlain = key !== '' && !subresources.some((name) => query.has(name))
    if (isPlain && method === 'PUT' && request.headers['x-amz-copy-source'] === undefined) return put(exchange, place)
    if (isPlain && (method === 'GET' || method === 'HEAD')) return get(exchange, place)
    const versionId = query.get('versionId')
    if (isPlain && method === 'DELETE' && versionId !== null && versionId !== 'null') {
      await files.removeVersion(bucket, key, versionId)
      response.writeHead(204, cors)
      return response.end()
    }
    return pass(exchange, place)
  }

  const server: Listening = await listen(port, (request, response) => {
    const exchange = { request, response }
    answer(exchange).catch((error) => {
      if (response.headersSent) {
        response.destroy()
        return
      }
      const isMalformed = error instanceof URIError
      refuse(exchange, {
        status: isMalformed ? 400 : 500,
        code: isMalformed ? 'InvalidURI' : 'InternalError',
        message: isMalformed ? "Couldn't parse the specified URI." : 'We encountered an internal error.',
      })
    })
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    files,
    announceSetUp: () => notifications.announceSetUp(),
    close: () => server.close(),
  }
}
