import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type SignedRequest = {
  readonly method: string
  /** As it stands in the request line, query and all. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
}

export type SignatureRefusal = {
  readonly code:
    | 'AccessDenied'
    | 'SignatureDoesNotMatch'
    | 'InvalidAccessKeyId'
    | 'RequestTimeTooSkewed'
    | 'AuthorizationQueryParametersError'
    | 'AuthorizationHeaderMalformed'
  readonly message: string
}

const refused = (code: SignatureRefusal['code'], message: string): SignatureRefusal => ({ code, message })

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** "20300101T100000Z" in milliseconds since 1970. */
const timeOf = (stamp: string) => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp)
  if (!match) return Number.NaN
  const [, year, month, day, hour, minute, second] = match
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

type Pair = readonly [name: string, value: string]

const queryOf = (target: string): Pair[] => {
  const query = target.split('?').slice(1).join('?')
  return query === ''
    ? []
    : query.split('&').map((part) => {
        const [name = '', ...value] = part.split('=')
        return [decode(name.replaceAll('+', ' ')), decode(value.join('=').replaceAll('+', ' '))]
      })
}

const headerText = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replaceAll(/ +/g, ' ')
}

type Claim = {
  readonly credential: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly stamp: string
  readonly query: readonly Pair[]
  readonly payloadHash: string
  readonly expiresSeconds: number | undefined
}

const claimOf = ({ target, headers }: SignedRequest): Claim | SignatureRefusal => {
  const query = queryOf(target)
  const named = (name: string) => query.find(([key]) => key === name)?.[1]
  const isPresigned = named('X-Amz-Algorithm') !== undefined || named('X-Amz-Signature') !== undefined
  if (headers.authorization !== undefined && isPresigned)
    return refused('AccessDenied', 'Only one way of signing is allowed.')
  if (isPresigned) {
    const [credential, signature, stamp, signed, expires] = [
      'X-Amz-Credential',
      'X-Amz-Signature',
      'X-Amz-Date',
      'X-Amz-SignedHeaders',
      'X-Amz-Expires',
    ].map(named)
    const seconds = Number(expires)
    if (!credential || !signature || !stamp || !signed || !(seconds >= 1 && seconds <= 604_800))
      return refused('AuthorizationQueryParametersError', 'A parameter of the signature is missing or malformed.')
    return {
      credential,
      signature,
      stamp,
      signedHeaders: signed.split(';'),
      query: query.filter(([name]) => name !== 'X-Amz-Signature'),
      payloadHash: named('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
      expiresSeconds: seconds,
    }
  }
  if (headers.authorization === undefined) return refused('AccessDenied', 'Access Denied')
  const match = /^AWS4-HMAC-SHA256 +Credential=([^, ]+), *SignedHeaders=([^, ]+), *Signature=([0-9a-f]+)$/.exec(
    headers.authorization,
  )
  if (!match) return refused('AuthorizationHeaderMalformed', 'The authorization header is malformed.')
  return {
    credential: match[1] ?? '',
    signedHeaders: (match[2] ?? '').split(';'),
    signature: match[3] ?? '',
    stamp: headerText(headers, 'x-amz-date'),
    query,
    payloadHash: headerText(headers, 'x-amz-content-sha256'),
    expiresSeconds: undefined,
  }
}

/** AWS lets clocks differ by this much. */
const skewMs = 15 * 60_000

/**
 * Checks AWS Signature Version 4 of a request to S3, in the header or the query. Nothing when it holds: then the method,
 * path, query and every signed header are those of whoever knows the secret.
 */
export const checkSignature = (
  request: SignedRequest,
  {
    credentials,
    region,
    nowMs,
  }: { credentials: { accessKeyId: string; secretAccessKey: string }; region: string; nowMs: number },
): SignatureRefusal | undefined => {
  const claim = claimOf(request)
  if ('code' in claim) return claim
  const [accessKeyId, date = '', claimedRegion = '', service = '', end = ''] = claim.credential.split('/')
  if (accessKeyId !== credentials.accessKeyId)
    return refused('InvalidAccessKeyId', 'The access key does not exist in our records.')
  if (claimedRegion !== region || service !== 's3' || end !== 'aws4_request' || !claim.stamp.startsWith(date))
    return refused('AuthorizationHeaderMalformed', `The credential's scope must be ${region}/s3.`)

  const signedAt = timeOf(claim.stamp)
  if (!(Math.abs(nowMs - signedAt) <= skewMs) && (claim.expiresSeconds === undefined || !(signedAt <= nowMs)))
    return refused('RequestTimeTooSkewed', "The request's time differs too much from the present.")
  if (claim.expiresSeconds !== undefined && nowMs > signedAt + claim.expiresSeconds * 1_000)
    return refused('AccessDenied', 'Request has expired')
  if (!claim.signedHeaders.includes('host')) return refused('AccessDenied', 'The host header is not signed.')
  const unsigned = Object.keys(request.headers).find(
    (name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name),
  )
  if (unsigned !== undefined) return refused('AccessDenied', `The header ${unsigned} is not signed.`)

  const path = request.target.split('?')[0] ?? ''
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encode(decode(part)))
      .join('/'),
    claim.query
      .map(([name, value]): Pair => [encode(name), encode(value)])
      .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
    ...claim.signedHeaders.map((name) => `${name}:${headerText(request.headers, name)}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n')
  const scope = [date, region, service, end].join('/')
  const key = [region, service, end].reduce(hmac, hmac(`AWS4${credentials.secretAccessKey}`, date))
  const expected = hmac(key, ['AWS4-HMAC-SHA256', claim.stamp, scope, sha256(canonical)].join('\n'))
  const given = Buffer.from(claim.signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? undefined
    : refused('SignatureDoesNotMatch', 'The signature does not match the one we calculated.')
}
