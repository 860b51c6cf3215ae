import { createVerify } from 'node:crypto'
import * as z from 'zod'

const epoch = z.object({ 'AWS:EpochTime': z.number() })
const Policy = z.object({
  Statement: z.tuple([
    z.object({
      Resource: z.string().optional(),
      Condition: z.object({
        DateLessThan: epoch,
        DateGreaterThan: epoch.optional(),
        IpAddress: z.object({ 'AWS:SourceIp': z.string() }).optional(),
      }),
    }),
  ]),
})

/** CloudFront writes base64 with characters that a query does not have to encode. */
const bytesOf = (text: string) =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64')

const signatureParameters = new Set(['Expires', 'Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'])

/** `*` stands for any text, `?` for one character. */
const matches = (resource: string, url: string) =>
  new RegExp(
    `^${resource
      .replaceAll(/[.+^$()|[\]\\{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  ).test(url)

/** The address a signature covers: as the client sent it, without the signature's own parameters. */
const signedAddress = (target: string) => {
  const [path = '', ...rest] = target.split('?')
  const kept = rest
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !signatureParameters.has(part.split('=')[0] ?? ''))
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}

export type SignatureCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'MissingKey' | 'AccessDenied' }

/**
 * Verifies a CloudFront signed URL: canned or custom policy, RSA, the key pair, the time, the resource. Exactly one
 * statement, as CloudFront allows.
 */
export const checkSignedUrl = (
  target: string,
  {
    siteUrl,
    keyPairId,
    publicKeyPem,
    nowMs,
  }: { siteUrl: string; keyPairId: string; publicKeyPem: string; nowMs: number },
): SignatureCheck => {
  const denied = { ok: false, code: 'AccessDenied' } as const
  const query = new URLSearchParams(target.split('?').slice(1).join('?'))
  const [policyText, expires, signature] = ['Policy', 'Expires', 'Signature'].map((name) => query.get(name))
  if (!signature || !query.get('Key-Pair-Id')) return { ok: false, code: 'MissingKey' }
  if (query.get('Key-Pair-Id') !== keyPairId) return denied
  const url = `${siteUrl}${signedAddress(target)}`
  const text = policyText
    ? bytesOf(policyText).toString('utf8')
    : `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${Number(expires)}}}}]}`
  const algorithm = query.get('Hash-Algorithm') === 'SHA256' ? 'RSA-SHA256' : 'RSA-SHA1'
  if (!createVerify(algorithm).update(text).verify(publicKeyPem, bytesOf(signature))) return denied
  const parsed = Policy.safeParse(readJson(text))
  if (!parsed.success) return denied
  const [{ Resource = '*', Condition }] = parsed.data.Statement
  const seconds = nowMs / 1_000
  const isInTime =
    seconds < Condition.DateLessThan['AWS:EpochTime'] &&
    (Condition.DateGreaterThan === undefined || seconds > Condition.DateGreaterThan['AWS:EpochTime'])
  // Signatures for one address of a client are not made by the product, and a network's mask is not read here.
  if (!isInTime || Condition.IpAddress !== undefined) return denied
  return (policyText ? matches(Resource, url) : Resource === url) ? { ok: true } : denied
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
