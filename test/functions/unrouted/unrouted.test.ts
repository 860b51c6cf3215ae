import { describe, expect, test } from 'vitest'
import { allowedMethods } from '#functions/unrouted/allowed-methods.ts'
import { handler } from '#functions/unrouted/unrouted.lambda.ts'
import { api } from '#schema/api/all.ts'
import type { SubjectSpec } from '#schema/api/endpoint.ts'
import { ErrorBody } from '#schema/errors.ts'
import { httpEvent } from '#test/support/http/event.ts'

const endpoints = Object.values<SubjectSpec>(api).flatMap(({ endpoints: all }) => Object.values(all))
const ask = async (method: string, route: string) => {
  const { statusCode, headers, body } = await handler(httpEvent({ method, route }))
  return { statusCode, headers, error: ErrorBody.parse(JSON.parse(body ?? '')).error }
}

test.each(['/api/nothing', '/api/galleries/', '/api/galleries//like', '/api', '/somewhere', '/robots.txt'])(
  'there is nothing at %s, and the contract’s body says so',
  async (path) => {
    const answer = await ask('GET', path)
    expect(answer).toMatchObject({ statusCode: 404, error: { code: 'not_found', requestId: 'req-1' } })
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-request-id': 'req-1' })
    expect(answer.headers).not.toHaveProperty('allow')
  },
)

describe('a method that an address does not have', () => {
  test.each([
    ['POST', '/api/galleries', 'GET, HEAD'],
    ['OPTIONS', '/api/orders', 'POST'],
    ['HEAD', '/api/orders', 'POST'],
  ])('%s %s is 405, with those it has', async (method, path, allow) => {
    const answer = await ask(method, path)
    expect(answer).toMatchObject({ statusCode: 405, headers: { allow }, error: { code: 'method_not_allowed' } })
  })

  test('is refused at every address of the contract, whose own methods are named', () => {
    for (const { method, path } of endpoints) {
      const named = allowedMethods(`/api${path.replaceAll(/\{\w+\}/g, 'some-id')}`)
      expect(named, path).toContain(method)
      expect(named.includes('HEAD'), path).toBe(named.includes('GET'))
    }
  })
})

test('what looks like a route and is none is not said to have another method', async () => {
  expect(await ask('GET', '/api/galleries')).toMatchObject({ statusCode: 404 })
})
