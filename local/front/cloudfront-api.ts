import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '#local/http/body.ts'

const maxBytes = 1_048_576
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, number, hex, name) => {
    if (name) return entities[name] ?? whole
    return String.fromCodePoint(number ? Number(number) : Number.parseInt(hex, 16))
  })
const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => decoded(text))

const tag = /^#[\x21-\x2b\x2d-\x7e]{1,256}$/
/** A wildcard stands at the end of a path or nowhere (…/DeveloperGuide/invalidation-specifying-objects.html). */
const path = /^\/[^*\s]{0,3999}\*?$/

/** Answers CloudFront's `CreateInvalidation`: what it names is forgotten when the answer goes out. */
export const cloudFrontApi =
  (forget: (items: readonly string[]) => void) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body: string) => {
      const text = `<?xml version="1.0"?>${body}`
      response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    }
    const refuse = (status: number, code: string, message: string) =>
      send(status, `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`)
    const xml = (await readBody(request, maxBytes)).toString('utf8')
    if (request.method !== 'POST' || !/^\/2020-05-31\/distribution\/ELOCAL\/invalidation$/.test(request.url ?? ''))
      return refuse(404, 'NoSuchDistribution', 'Only CreateInvalidation of the local distribution is known here.')
    const items = textsOf(xml, 'Path')
    const [quantity] = textsOf(xml, 'Quantity')
    const isSound = items.length > 0 && items.every((item) => tag.test(item) || path.test(item))
    if (!isSound || Number(quantity) !== items.length || textsOf(xml, 'CallerReference').length !== 1)
      return refuse(400, 'InvalidArgument', 'The invalidation is malformed.')
    forget(items)
    send(201, `<Invalidation><Id>I${randomUUID()}</Id><Status>Completed</Status></Invalidation>`)
  }
