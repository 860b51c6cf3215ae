import type { IncomingMessage, ServerResponse } from 'node:http'
import { matches } from '#lib/api/edge-paths.ts'
import type { Forwarding } from '#local/gateway/api-gateway.ts'
import type { requestLog } from '#local/http/request-log.ts'
import type { BehaviourPlan } from '#local/template/behaviours.ts'
import type { EdgeCache, Place } from './edge-cache.ts'
import { viewerRequest, viewerResponse } from './edge-functions.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown

/** What of an answer stays at the edge. */
export type KeptAnswer = { readonly place: Place | undefined; readonly removed: readonly string[] }

/** False when the answer was declined. */
type Gateway = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  forwarding?: Forwarding,
) => Promise<boolean>

export type Fronts = {
  readonly api: Gateway
  /** The door of public pages. */
  readonly pages: Gateway
  /** Whether the site has the file of this address. */
  readonly holds: (url: URL) => boolean
  readonly media: (request: IncomingMessage, response: ServerResponse, kept: KeptAnswer) => unknown
  readonly control: Answer
  readonly site: Answer
  /** Files that the deployment writes beside the built pages, by their addresses: the public settings of the pages. */
  readonly settings: Readonly<Record<string, object>>
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** What lies in the buckets of photos. */
const storedFiles = ['/media/', '/logos/', '/files/']

const nothingKept: KeptAnswer = { place: undefined, removed: [] }

/**
 * CloudFront's own answer to a method that a behaviour does not allow, or that it does not know
 * (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/http-403-permission-denied.html).
 */
const refuseMethod = (request: IncomingMessage, response: ServerResponse): void => {
  request.resume()
  response.writeHead(403, { 'content-type': 'text/html' })
  response.end('<!DOCTYPE html><title>ERROR: The request could not be satisfied</title><h1>403 ERROR</h1>')
}

/**
 * The one address of the system, as CloudFront is in the cloud: chooses by path, and adds the headers that the template's
 * response policies give to every answer of that path.
 */
export const frontServer = ({
  siteUrl,
  behaviours,
  contentSecurityPolicy,
  fronts,
  edge,
  log,
  now,
}: {
  siteUrl: string
  behaviours: readonly BehaviourPlan[]
  /** In place of the deployed one, which names Amazon's hosts. */
  contentSecurityPolicy: string
  fronts: Fronts
  /** Without: everything is asked anew. */
  edge?: EdgeCache | undefined
  log: ReturnType<typeof requestLog>
  now: () => Date
}) => {
  const headersOf = ({ headers }: BehaviourPlan) => {
    return 'content-security-policy' in headers
      ? { ...headers, 'content-security-policy': contentSecurityPolicy }
      : headers
  }
  /** Other methods than these are never kept, and an answer that no policy is for neither. */
  const keptOf = ({ cache, removed }: BehaviourPlan, request: IncomingMessage, url: URL): KeptAnswer => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!edge || !isRead || cache === undefined || cache.maxTtl <= 1) return { place: undefined, removed }
    const asked = [...url.searchParams].filter(([name]) => cache.query === 'all' || cache.query.includes(name))
    const headers = cache.headers.map((name) => String(request.headers[name] ?? ''))
    return { place: edge.place(url.pathname, [new URLSearchParams(asked).toString(), ...headers], cache), removed }
  }
  /** What the template's function for answers makes of one. */
  const finishOf = ({ viewerResponse: code }: BehaviourPlan, request: IncomingMessage, url: URL) => {
    if (code === undefined) return {}
    const asked = { uri: url.pathname, method: request.method ?? 'GET', headers: plainHeaders(request) }
    const finish = (status: number, headers: Readonly<Record<string, string>>) =>
      viewerResponse(code, asked, { status, headers })
    return { finish }
  }
  /** Pages and files: the function of the template first, then its origins, one after the other. */
  const answerPage = async (behaviour: BehaviourPlan, request: IncomingMessage, response: ServerResponse, url: URL) => {
    const { viewerRequest: code, origins, failover } = behaviour
    const asked = { uri: url.pathname, method: request.method ?? 'GET' }
    const seen = code === undefined ? { ...asked, headers: {} } : viewerRequest(code, asked)
    if ('statusCode' in seen) {
      request.resume()
      response.writeHead(seen.statusCode, { ...seen.headers, 'content-length': 0 })
      response.end()
      return
    }
    const { uri, headers } = seen
    const target = new URL(`${uri}${url.search}`, siteUrl)
    const [first, ...others] = origins
    if (first === 'gateway') {
      const isLast = others.length === 0
      const kept = keptOf(behaviour, request, url)
      const finish = finishOf(behaviour, request, url)
      const forwarding = { headers, compress: true, declined: isLast ? [] : failover, ...kept, ...finish }
      if (await fronts.pages(request, response, target, forwarding)) return
    }
    if (first === 'bucket' && others.includes('gateway') && !fronts.holds(target)) {
      await fronts.pages(request, response, target, { compress: true })
      return
    }
    await fronts.site(request, response, target)
  }
  const settings = new Map(
    Object.entries(fronts.settings).map(([path, content]) => [path, Buffer.from(JSON.stringify(content))]),
  )

  const answer = (request: IncomingMessage, response: ServerResponse, url: URL): unknown => {
    const path = url.pathname
    if (path === '/__local' || path.startsWith('/__local/')) return fronts.control(request, response, url)
    const behaviour = behaviours.find(({ pattern }) => matches(pattern, path))
    if (behaviour) for (const [name, value] of Object.entries(headersOf(behaviour))) response.setHeader(name, value)
    if (behaviour?.methods.includes(request.method ?? 'GET') === false) return refuseMethod(request, response)
    if (path.startsWith('/api/'))
      return fronts.api(request, response, url, behaviour && keptOf(behaviour, request, url))
    if (storedFiles.some((start) => path.startsWith(start))) {
      const kept = behaviour && !path.startsWith('/files/') ? keptOf(behaviour, request, url) : nothingKept
      return fronts.media(request, response, kept)
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const content = settings.get(path)
    if (!content || !isRead)
      return behaviour ? answerPage(behaviour, request, response, url) : fronts.site(request, response, url)
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'content-length': content.length,
    })
    return response.end(request.method === 'HEAD' ? undefined : content)
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
