import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { edgePatterns } from '#lib/api/edge-paths.ts'
import { api } from '#schema/api/all.ts'
import { endpoint, type SubjectSpec, subject } from '#schema/api/endpoint.ts'
import { servedAddresses } from '#schema/served-pages.ts'
import { at, listAt, named, ofType, only, property, resourcesOf, text } from '#test/support/infra/templates.ts'

const endpoints = Object.values<SubjectSpec>(api).flatMap((spec) =>
  Object.entries(spec.endpoints).map(([name, it]) => ({ subject: spec.name, name, ...it })),
)
const routes = () => ofType('AWS::ApiGatewayV2::Route')
const routeKey = ({ method, path }: { method: string; path: string }) => `${method} /api${path}`
/** What is asked by GET may be asked by HEAD. */
const asked = endpoints.flatMap((it) => [it, ...(it.method === 'GET' ? [{ ...it, method: 'HEAD' }] : [])])
const startedBy = (key: string) => {
  const route = routes().find((candidate) => property(candidate, 'RouteKey') === key)
  const integration = ofType('AWS::ApiGatewayV2::Integration').find(({ id }) =>
    text(property(route ?? only('none'), 'Target')).includes(id),
  )
  return ofType('AWS::Lambda::Function').find(({ id }) =>
    text(property(integration ?? only('none'), 'IntegrationUri')).includes(`"${id}"`),
  )?.Metadata.entry
}

describe('routes', () => {
  test('are those of the contract and of the pages, each once, and at each door one for all else', () => {
    const pages = Object.values(servedAddresses).flatMap((path) => [`GET ${path}`, `HEAD ${path}`])
    expect(
      routes()
        .map((route) => property(route, 'RouteKey'))
        .sort(),
    ).toEqual([...asked.map(routeKey), ...pages, '$default', '$default'].sort())
  })

  test.each(asked.map((it) => [routeKey(it), it] as const))(
    '%s asks for a token exactly where the contract does',
    (key, it) => {
      const route = routes().find((candidate) => property(candidate, 'RouteKey') === key)
      const isOpen = it.access === 'public' || it.access === 'visitor'
      expect(property(route ?? only('none'), 'AuthorizationType')).toBe(isOpen ? 'NONE' : 'JWT')
      expect(property(route ?? only('none'), 'AuthorizationScopes')).toEqual(
        isOpen ? undefined : ['aws.cognito.signin.user.admin'],
      )
      expect(property(route ?? only('none'), 'AuthorizerId') === undefined).toBe(isOpen)
    },
  )

  test.each(asked.map((it) => [routeKey(it), it] as const))('%s starts its subject’s function', (key, it) => {
    expect(startedBy(key)).toBe(`functions/${it.subject}/${it.subject}.lambda.ts`)
  })

  test('what is no route is answered by a function of its own, which asks for no token', () => {
    const route = routes().find((candidate) => property(candidate, 'RouteKey') === '$default')
    expect(property(route ?? only('none'), 'AuthorizationType')).toBe('NONE')
    expect(startedBy('$default')).toBe('functions/unrouted/unrouted.lambda.ts')
  })
})

test('tokens are accepted from our pool and our client only', () => {
  const authorizer = only('AWS::ApiGatewayV2::Authorizer')
  expect(property(authorizer, 'AuthorizerType')).toBe('JWT')
  expect(property(authorizer, 'IdentitySource')).toEqual(['$request.header.Authorization'])
  expect(text(property(authorizer, 'JwtConfiguration.Issuer'))).toMatch(/UsersPool\w+ProviderURL/)
  expect(listAt(authorizer.Properties, 'JwtConfiguration.Audience').map(text).join()).toContain('UsersBrowser')
})

test('the API has a limit, and logs routes but neither paths nor addresses', () => {
  for (const stage of ofType('AWS::ApiGatewayV2::Stage')) {
    expect(property(stage, 'DefaultRouteSettings.ThrottlingRateLimit')).toBeLessThan(10_000)
    expect(property(stage, 'DefaultRouteSettings.ThrottlingBurstLimit')).toBeLessThan(5_000)
    const format = property(stage, 'AccessLogSettings.Format')
    expect(format).toContain('$context.routeKey')
    expect(format).not.toMatch(/\$context\.(path|identity|authorizer\.claims)/)
  }
})

test('CloudFront proves itself to the API by a secret that no template holds', () => {
  const origins = listAt(only('AWS::CloudFront::Distribution').Properties, 'DistributionConfig.Origins')
  const backend = origins.find((origin) => text(at(origin, 'DomainName')).includes('.execute-api.'))
  const header = listAt(backend, 'OriginCustomHeaders').find((it) => at(it, 'HeaderName') === 'x-origin-verify')
  expect(text(at(header, 'HeaderValue'))).toContain('{{resolve:secretsmanager:')
  expect(text(at(header, 'HeaderValue'))).toContain(':SecretString:originVerify')
  expect(text(at(header, 'HeaderValue'))).toContain(named('AWS::SecretsManager::Secret', 'SecretsOrigin').id)
})

test('every subject can check that proof', () => {
  for (const { name } of Object.values(api)) {
    const fn = ofType('AWS::Lambda::Function').find(
      ({ Metadata }) => Metadata.entry === `functions/${name}/${name}.lambda.ts`,
    )
    expect(text(property(fn ?? only('none'), 'Environment.Variables.ORIGIN_SECRET_ID'))).toContain('SecretsOrigin')
  }
})

test('nothing of the local system is deployed', () => {
  for (const resource of resourcesOf()) expect(text(resource)).not.toMatch(/__local|\blocal\/|admin\.lambda|debug/)
  expect(
    routes()
      .map((route) => text(property(route, 'RouteKey')))
      .join(),
  ).not.toMatch(/admin|debug|test/)
})

describe('what the edge may keep', () => {
  const made = (path: `/${string}`, cache?: 'edge') =>
    endpoint({
      method: cache ? 'GET' : 'POST',
      path,
      access: 'visitor',
      summary: '',
      response: z.undefined(),
      errors: [],
      ...(cache === undefined ? {} : { cache }),
    })

  test('an endpoint that a kept pattern would catch goes first, and past the cache', () => {
    const patterns = edgePatterns([
      subject('s', '', {
        get: made('/s/{id}', 'edge'),
        like: made('/s/{id}/like'),
        parts: made('/s/{id}/parts', 'edge'),
      }),
    ])
    expect(patterns).toEqual([
      { path: '/api/s/*/like', kept: false },
      { path: '/api/s/*', kept: true },
    ])
  })

  test('a path whose answers are kept and not kept is refused', () => {
    const both = subject('s', '', { get: made('/s/{id}', 'edge'), change: made('/s/{id}') })
    expect(() => edgePatterns([both])).toThrow('/api/s/* has kept and fresh endpoints')
  })

  test.each(endpoints.map((it) => [routeKey(it), it] as const))('%s is kept or not as the contract says', (_, it) => {
    const { patterns } = { patterns: edgePatterns(Object.values(api)) }
    const path = `/api${it.path}`.replaceAll(/\{\w+\}/g, 'some-id')
    const first = patterns.find((pattern) => new RegExp(`^${pattern.path.replaceAll('*', '.*')}$`).test(path))
    expect(first?.kept ?? false).toBe(it.cache === 'edge')
  })
})
