import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { staticSite } from '#local/front/static-site.ts'
import { serving, temporaryFolder } from '#test/local/support.ts'

const setup = async () => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/site/assets`, { recursive: true })
  writeFileSync(`${folder}/site/index.html`, '<!doctype html>')
  writeFileSync(`${folder}/site/assets/app-a1b2.js`, 'let light = 1;'.repeat(100))
  writeFileSync(`${folder}/secret.txt`, 'secret')
  const site = staticSite(`${folder}/site`)
  const url = await serving((request, response) => site(request, response, (request.url ?? '/').split('?')[0] ?? '/'))
  return (path: string, init?: RequestInit) => fetch(url + path, init)
}

test.each(['/', '/gallery/gal_1', '/dashboard'])('%s is the application, asked for anew each time', async (path) => {
  const ask = await setup()

  const answer = await ask(path)

  expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
    200,
    '<!doctype html>',
    'no-cache',
  ])
})

test('a hashed file is kept for a year, and sent compressed to who can read that', async () => {
  const ask = await setup()

  const [packed, plain] = await Promise.all([
    ask('/assets/app-a1b2.js', { headers: { 'accept-encoding': 'br' } }),
    ask('/assets/app-a1b2.js', { headers: { 'accept-encoding': 'identity' } }),
  ])

  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([packed.headers.get('content-encoding'), Number(packed.headers.get('content-length')) < 100]).toEqual([
    'br',
    true,
  ])
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, await packed.text()])
})

test('an unchanged page is not sent again', async () => {
  const ask = await setup()
  const etag = (await ask('/')).headers.get('etag') ?? ''

  expect((await ask('/', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test.each(['/assets/none.js', '/..%2fsecret.txt', '/%2e%2e/secret.txt'])('%s is no file of the site', async (path) => {
  const ask = await setup()

  expect((await ask(path)).status).toBe(404)
})

test('what a browser asks for by itself, without being told of an icon, is there', async () => {
  const site = staticSite(new URL('../../../frontend/public', import.meta.url).pathname)
  const url = await serving((request, response) => site(request, response, request.url ?? '/'))
  const answer = await fetch(`${url}/favicon.ico`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
})
