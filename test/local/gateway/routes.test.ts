import { expect, test } from 'vitest'
import * as z from 'zod'
import { defaultRoute, router, routesOf } from '#local/gateway/routes.ts'
import { endpoint, subject } from '#schema/api/endpoint.ts'

const at = (method: 'GET' | 'POST', path: `/${string}`, access: 'public' | 'visitor' | 'photographer' | 'subscriber') =>
  endpoint({ method, path, access, summary: '', response: z.unknown(), errors: [] })

test('each endpoint is a route to its subject’s entry, with a token where a photographer must call', () => {
  const prints = subject('prints', '', {
    list: at('GET', '/prints', 'public'),
    get: at('GET', '/prints/{printId}', 'visitor'),
    mine: at('GET', '/me/prints', 'photographer'),
    add: at('POST', '/me/prints', 'subscriber'),
  })

  expect(
    routesOf([prints]).map(({ routeKey, entry, isAuthorized, scopes }) => [
      routeKey,
      entry,
      isAuthorized,
      scopes.length,
    ]),
  ).toEqual([
    ['GET /api/prints', 'functions/prints/prints.lambda.ts', false, 0],
    ['HEAD /api/prints', 'functions/prints/prints.lambda.ts', false, 0],
    ['GET /api/prints/{printId}', 'functions/prints/prints.lambda.ts', false, 0],
    ['HEAD /api/prints/{printId}', 'functions/prints/prints.lambda.ts', false, 0],
    ['GET /api/me/prints', 'functions/prints/prints.lambda.ts', true, 1],
    ['HEAD /api/me/prints', 'functions/prints/prints.lambda.ts', true, 1],
    ['POST /api/me/prints', 'functions/prints/prints.lambda.ts', true, 1],
  ])
})

test.each([
  ['POST', '/api/prints/1'],
  ['GET', '/api/prints'],
  ['GET', '/api/prints/'],
  ['GET', '/api/prints/1/2'],
  ['GET', '/api/prints/1/'],
])('%s %s is no route of GET /api/prints/{id}', (method, path) => {
  const match = router([{ routeKey: 'GET /api/prints/{id}', entry: 'e', isAuthorized: false, scopes: [] }])

  expect(match(method, path)).toBeUndefined()
})

test('what is no other route is the default one’s', () => {
  const match = router([
    defaultRoute,
    { routeKey: 'GET /api/prints/{id}', entry: 'e', isAuthorized: false, scopes: [] },
  ])

  expect(match('GET', '/api/prints/1')?.route.entry).toBe('e')
  expect(match('POST', '/api/prints/1')).toEqual({ route: defaultRoute, params: {} })
  expect(match('GET', '/elsewhere')?.route).toBe(defaultRoute)
})
