import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { viewerResponse } from '#local/front/edge-functions.ts'
import { phonePictureHeader } from '#schema/served-pages.ts'

const asked = (userAgent?: string) => ({
  uri: '/gallery/gal_1',
  method: 'GET',
  headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
})

describe('the first picture of a page', () => {
  const code = readFileSync(join(import.meta.dirname, '../../../lib/web/phone-picture.js'), 'utf8')
  const picture = 'https://darkslide.test/media/tall.avif?Policy=a~b&Signature=c-d_'
  const page = { status: 200, headers: { etag: 'W/"1"', [phonePictureHeader]: picture } }
  const android =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
  const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
  const others = {
    iPhone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Android tablet':
      'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    desktop:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  }

  test.each([android, firefox])('is named by a link in the head of the answer to %s', (agent) => {
    expect(viewerResponse(code, asked(agent), page)).toEqual({
      etag: 'W/"1"',
      link: `<${picture}>; rel=preload; as=image; type="image/avif"; fetchpriority=high`,
    })
  })

  test.each(Object.entries(others))('is not named to an %s, which chooses by what is in the page', (_, agent) => {
    expect(viewerResponse(code, asked(agent), page)).toEqual({ etag: 'W/"1"' })
  })

  test('is not named to whoever says nothing of itself, nor of a page that has none', () => {
    expect(viewerResponse(code, asked(), page)).toEqual({ etag: 'W/"1"' })
    expect(viewerResponse(code, asked(android), { status: 200, headers: { etag: 'W/"2"' } })).toEqual({ etag: 'W/"2"' })
  })
})

describe('a function of CloudFront', () => {
  const touching = (statement: string) => `function handler({ response }) { ${statement}; return response }`
  const answered = { status: 200, headers: { via: '1.1 edge', etag: '"1"', 'x-amzn-requestid': 'r1' } }

  test.each([
    ["response.headers.connection = { value: 'close' }", 'connection'],
    ["response.headers['x-amz-cf-id'] = { value: 'one' }", 'x-amz-cf-id'],
    ['delete response.headers.via', 'via'],
    ["response.headers['content-length'] = { value: '3' }", 'content-length'],
  ])('may not say %s', (statement, name) => {
    expect(() => viewerResponse(touching(statement), asked(), answered)).toThrow(`may not change ${name}.`)
  })

  test('may not change what became of a request', () => {
    expect(() => viewerResponse(touching('response.statusCode = 404'), asked(), answered)).toThrow('the status')
  })

  test('does not see what it may not touch, which goes out as it was', () => {
    const seen = "response.headers.seen = { value: Object.keys(response.headers).join(' ') }"
    expect(viewerResponse(touching(seen), asked(), answered)).toEqual({ ...answered.headers, seen: 'via etag' })
  })

  test('is not asked about an answer that failed', () => {
    const failed = { status: 404, headers: { etag: '"1"' } }
    expect(viewerResponse(touching("response.headers.seen = { value: 'yes' }"), asked(), failed)).toEqual(
      failed.headers,
    )
  })
})
