import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { ApiRefusal, apiClient, StubAnswer } from '#local/api-client/api-client.ts'
import { api } from '#schema/api/all.ts'
import { GalleryId } from '#schema/ids.ts'

const { likeState } = api.galleries.endpoints
const { startSession } = api.galleries.endpoints
const params = { galleryId: GalleryId.parse('gal_01H00000000000000000000000') }
const headers = { 'x-gallery-session': 'anon_1_a.s' }

type Answer = { status: number; body: string }
let close = () => {}
afterEach(() => close())

/** A server that gives these answers in turn, the last one ever after; `calls` counts the requests. */
const answering = async (...answers: [Answer, ...Answer[]]) => {
  let calls = 0
  const server = createServer((_, response) => {
    const { status, body } = answers[Math.min(calls++, answers.length - 1)] ?? answers[0]
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { client: apiClient(`http://127.0.0.1:${port}`), calls: () => calls }
}

const busy = { status: 503, body: '{"message":"Service Unavailable"}' }
const page = { status: 504, body: '<html><h1>504 Gateway Timeout</h1></html>' }

test('what the gateway or the edge answers in place of the function is told as that', async () => {
  const { client } = await answering(page)

  const thrown = await client.call(startSession, { body: {} }).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(StubAnswer)
  expect(String(thrown)).toContain('504 in place of the function')
})

test('a read that such an answer was given to is made again, a write never', async () => {
  const read = await answering(busy, page, busy)
  await expect(read.client.call(likeState, { params, headers })).rejects.toThrow(StubAnswer)
  expect(read.calls()).toBe(3)
  close()

  const write = await answering(busy)
  await expect(write.client.call(startSession, { body: {} })).rejects.toThrow('503')
  expect(write.calls()).toBe(1)
})

test('a refusal of the contract stays one, and is not asked twice', async () => {
  const { client, calls } = await answering({
    status: 404,
    body: '{"error":{"code":"gallery_not_found","message":"x","requestId":"r"}}',
  })

  await expect(client.call(likeState, { params, headers })).rejects.toThrow(ApiRefusal)
  expect(calls()).toBe(1)
})
