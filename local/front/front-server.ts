import type { IncomingMessage, ServerResponse } from 'node:http'
import type { requestLog } from '#local/http/request-log.ts'
import type { BehaviourPlan } from '#local/template/plan.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown

export type Fronts = {
  readonly api: Answer
  readonly media: Answer
  readonly control: Answer
  readonly site: Answer
  /** The public settings of the pages. */
  readonly config: Readonly<Record<string, unknown>>
}

const matches = (pattern: string, path: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&'))
      .join('.*')}$`,
  ).test(path)

/**
 * The one address of the system, as CloudFront is in the cloud: chooses by path, and adds the headers that the template's
 * response policies give to every answer of that path.
 */
export const frontServer = ({
  siteUrl,
  behaviours,
  contentSecurityPolicy,
  fronts,
  log,
  now,
}: {
  siteUrl: string
  behaviours: readonly BehaviourPlan[]
  /** In place of the deployed one, which names Amazon's hosts. */
  contentSecurityPolicy: string
  fronts: Fronts
  log: ReturnType<typeof requestLog>
  now: () => Date
}) => {
  const headersFor = (path: string) => {
    const headers = behaviours.find(({ pattern }) => matches(pattern, path))?.headers ?? {}
    return 'content-security-policy' in headers
      ? { ...headers, 'content-security-policy': contentSecurityPolicy }
      : headers
  }
  const config = Buffer.from(JSON.stringify(fronts.config))

  const answer = (request: IncomingMessage, response: ServerResponse, url: URL): unknown => {
    const path = url.pathname
    if (path === '/__local' || path.startsWith('/__local/')) return fronts.control(request, response, url)
    for (const [name, value] of Object.entries(headersFor(path))) response.setHeader(name, value)
    if (path.startsWith('/api/')) return fronts.api(request, response, url)
    if (path.startsWith('/media/') || path.startsWith('/files/')) return fronts.media(request, response, url)
    if (path !== '/config.json') return fronts.site(request, response, url)
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'content-length': config.length,
    })
    return response.end(request.method === 'HEAD' ? undefined : config)
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const began = performance.now()
    const at = now().toISOString()
    const url = URL.parse(request.url ?? '/', siteUrl)
    if (!url) {
      response.writeHead(400)
      response.end()
      return
    }
    response.on('close', () => {
      // The control page asks every few seconds; its own requests would fill the log.
      if (url.pathname.startsWith('/__local')) return
      const tookMs = Math.round(performance.now() - began)
      log.add({ at, method: request.method ?? '', path: url.pathname, status: response.statusCode, tookMs })
    })
    Promise.resolve(answer(request, response, url)).catch(() => {
      if (response.headersSent) {
        response.destroy()
        return
      }
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end('{"message":"Internal Server Error"}')
    })
  }
}
