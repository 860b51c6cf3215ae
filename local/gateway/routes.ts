import type { Method, SubjectSpec } from '#schema/api/endpoint.ts'
import { servedAddresses } from '#schema/served-pages.ts'
import { requiredScope } from '#schema/sign-in-scopes.ts'

export type ApiRoute = {
  /** As API Gateway names it: `GET /api/galleries/{galleryId}`. */
  readonly routeKey: string
  readonly entry: string
  readonly isAuthorized: boolean
  readonly scopes: readonly string[]
}

/** The routes of API Gateway, computed from the contract: one entry a subject, a token where a photographer must call. */
export const routesOf = (subjects: readonly SubjectSpec[]): ApiRoute[] =>
  subjects.flatMap(({ name, endpoints }) =>
    Object.values(endpoints).flatMap(({ method, path, access }) => {
      const isAuthorized = access === 'photographer' || access === 'subscriber'
      return (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((asked) => ({
        routeKey: `${asked} /api${path}`,
        entry: `functions/${name}/${name}.lambda.ts`,
        isAuthorized,
        scopes: isAuthorized ? [requiredScope] : [],
      }))
    }),
  )

/** The addresses of pages, which are in no contract: one function for all of them, open to everybody. */
export const pageRoutes: readonly ApiRoute[] = Object.values(servedAddresses).flatMap((path) =>
  ['GET', 'HEAD'].map((method) => ({
    routeKey: `${method} ${path}`,
    entry: 'functions/pages/pages.lambda.ts',
    isAuthorized: false,
    scopes: [],
  })),
)

/** Takes of the pages' own door what no other route does: files that are not there. */
export const missingFileRoute: ApiRoute = {
  routeKey: '$default',
  entry: 'functions/pages/pages.lambda.ts',
  isAuthorized: false,
  scopes: [],
}

/** Takes what no other route does. */
export const defaultRoute: ApiRoute = {
  routeKey: '$default',
  entry: 'functions/unrouted/unrouted.lambda.ts',
  isAuthorized: false,
  scopes: [],
}

export type Matched = { readonly route: ApiRoute; readonly params: Readonly<Record<string, string>> }

type Compiled = { route: ApiRoute; method: Method | string; pattern: RegExp; parameters: number }

const compile = (route: ApiRoute): Compiled => {
  const [method = '', path = ''] = route.routeKey.split(' ')
  const pattern = path.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return { route, method, pattern: new RegExp(`^${pattern}$`), parameters: path.split('{').length - 1 }
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Finds a request's route; the one with more fixed parts wins, and `$default` takes the rest, as in API Gateway. */
export const router = (routes: readonly ApiRoute[]) => {
  const rest = routes.find(({ routeKey }) => routeKey === defaultRoute.routeKey)
  const compiled = routes
    .filter((route) => route !== rest)
    .map(compile)
    .sort((a, b) => a.parameters - b.parameters)
  return (method: string, path: string): Matched | undefined => {
    for (const candidate of compiled) {
      if (candidate.method !== method) continue
      const match = candidate.pattern.exec(path)
      if (!match) continue
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)])
      return { route: candidate.route, params: Object.fromEntries(params) }
    }
    return rest && { route: rest, params: {} }
  }
}
