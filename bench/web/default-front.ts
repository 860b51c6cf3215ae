import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { staticSite } from '#local/front/static-site.ts'
import { listen } from '#local/http/listen.ts'

const isServed = (path: string) =>
  ['/api/', '/media/', '/files/', '/config.json'].some((start) => path.startsWith(start))

/**
 * The default build at an address of its own; what it asks of the server is passed on to the running system. Answers of
 * the API name pictures by the system's address: here they are given this one, or the default would pay for a second
 * connection that nobody's deployment makes.
 */
export const startDefaultFront = async (folder: string, systemUrl: string) => {
  const site = staticSite(folder)
  const front = await listen(0, (incoming, response) => {
    const url = new URL(incoming.url ?? '/', systemUrl)
    const answered = isServed(url.pathname) ? pass(incoming, response, url) : site(incoming, response, url.pathname)
    Promise.resolve(answered).catch(() => response.destroy())
  })
  const ownUrl = `http://localhost:${front.port}`

  const pass = async (incoming: IncomingMessage, response: ServerResponse, url: URL) => {
    const isJson = !url.pathname.startsWith('/media/')
    const { host: _, 'accept-encoding': encodings, ...headers } = incoming.headers
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = forward(url, {
        method: incoming.method,
        headers: { ...headers, ...(!isJson && encodings && { 'accept-encoding': encodings }) },
      })
      sent.on('response', resolve).on('error', reject)
      pipeline(incoming, sent).catch(reject)
    })
    if (!isJson) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      return pipeline(answer, response)
    }
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks).toString('utf8').replaceAll(systemUrl, ownUrl)
    const { 'content-length': __, ...kept } = answer.headers
    response.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
  return { url: ownUrl, close: () => front.close() }
}
