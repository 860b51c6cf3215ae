import type { IncomingMessage, ServerResponse } from 'node:http'

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** The whole body, or `BodyTooLarge` as soon as it passes the limit. */
export const readBody = async (request: IncomingMessage, limitBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limitBytes) throw new BodyTooLarge(`more than ${limitBytes} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

export const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
