import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as z from 'zod'
import { type Endpoint, maxBodyBytesOf } from '#schema/api/endpoint.ts'
import { AppError, type FieldProblem } from '#schema/errors.ts'

/**
 * The parts of a request, each parsed by the endpoint's schema for it.
 * @throws AppError `invalid_request` naming the fields, `invalid_json`, `payload_too_large`.
 */
export const readRequest = (endpoint: Endpoint, event: APIGatewayProxyEventV2) => {
  const rawBody = bytesOf(event, maxBodyBytesOf(endpoint))
  return {
    params: paramsOf(endpoint, event),
    query: parse(endpoint.query, event.queryStringParameters ?? {}),
    headers: parse(endpoint.headers, event.headers),
    body: endpoint.body ? parse(endpoint.body, jsonOf(event, rawBody)) : undefined,
    rawBody,
  }
}

/** An id that cannot exist is answered like one that does not. */
const paramsOf = (endpoint: Endpoint, event: APIGatewayProxyEventV2): unknown => {
  const parsed = endpoint.params?.safeParse(decoded(event.pathParameters))
  if (parsed?.success !== false) return parsed?.data
  throw new AppError(endpoint.errors.find((code) => code.endsWith('not_found')) ?? 'not_found')
}

/** Counted before it is decoded, and before anything reads it. */
const bytesOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2, most: number): Uint8Array => {
  const encoding = isBase64Encoded ? 'base64' : 'utf8'
  if (Buffer.byteLength(body, encoding) > most) throw new AppError('payload_too_large')
  return Buffer.from(body, encoding)
}

/** A form or a plain text is what another site could make a browser send; JSON is not. */
const jsonOf = (event: APIGatewayProxyEventV2, rawBody: Uint8Array): unknown => {
  if (!event.headers['content-type']?.startsWith('application/json')) throw new AppError('invalid_json')
  try {
    return JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(rawBody), wellFormed)
  } catch {
    throw new AppError('invalid_json')
  }
}

/** Half a character, which JSON can escape and UTF-8 cannot hold, becomes the sign for an unknown one. */
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/** API Gateway hands path parameters over as they stand in the address. */
const decoded = (params: APIGatewayProxyEventV2['pathParameters'] = {}): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && decodeOrKeep(value)]))

const decodeOrKeep = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_request', {}, problemsOf(parsed.error))
}

/** The first twenty problems; a longer list helps nobody. */
const problemsOf = (error: z.ZodError): FieldProblem[] =>
  error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }))
