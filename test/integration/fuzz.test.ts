import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonErrors } from '#schema/api/endpoint.ts'
import { ErrorBody, errors } from '#schema/errors.ts'
import { requestsTo } from '#test/support/requests/arbitrary.ts'
import { isOwned, type Listed, listedEndpoints } from '#test/support/requests/endpoints.ts'
import type { World } from '#test/support/requests/prepared.ts'
import { type Answer, type Loose, send } from '#test/support/requests/send.ts'
import { type Account, type Running, runningSystem } from '#test/support/system/running.ts'
import { aWorld, current, unknownWorld } from '#test/support/system/world.ts'

/** `FUZZ_REQUESTS=250 FUZZ_SEED=7 npm run test:integration -- fuzz` looks longer, and elsewhere. */
const requestsEach = Number(process.env.FUZZ_REQUESTS ?? 50)
const seed = Number(process.env.FUZZ_SEED ?? 1)
const atOnce = 5

let running: Running
let owner: Account
/** Makes galleries: the owner's name and address are carried to every gallery of theirs with each edit. */
let hoarder: Account
let world: World
beforeAll(async () => {
  running = await runningSystem()
  owner = await running.signUp('Ada')
  hoarder = await running.signUp('Bea')
  world = await aWorld(running, owner)
})
afterAll(() => running.close())

const gateCodes = ['unauthenticated', 'forbidden']
const addressCodes = ['not_found', 'method_not_allowed']

/** Nothing of ours failed, and the answer is one that the contract announces. */
const expectAnnounced = ({ endpoint }: Listed, request: Loose, { status, json, text }: Answer) => {
  const told = `${endpoint.method} ${endpoint.path} ${JSON.stringify(request).slice(0, 2_000)} → ${status} ${text.slice(0, 300)}`
  expect(status, told).toBeLessThan(500)
  if (status === 204) return expect(text, told).toBe('')
  if (status < 300) return expect(json, told).toEqual(endpoint.response.parse(json))
  const { error } = ErrorBody.parse(json)
  expect(json, told).toEqual({ error })
  // An empty or an odd parameter makes an address that leads to no endpoint, or to one with other methods.
  expect([...endpoint.errors, ...commonErrors, ...gateCodes, ...addressCodes], told).toContain(error.code)
  expect(status, told).toBe(errors[error.code][0])
}

test.each(listedEndpoints)(
  `$name: ${requestsEach} requests of all kinds, no failure of ours, every answer as announced`,
  async (listed) => {
    // What was taken away stays in the world by name: those requests are then about nothing.
    const about = listed.endpoint.method === 'DELETE' ? world : await current(owner, owner, world)
    const known = [about, unknownWorld(about)].flatMap((each) =>
      Object.values(each).flatMap((value) => (typeof value === 'string' ? [value] : [])),
    )
    const requests = fc.sample(requestsTo(listed.endpoint, listed.request(about), known), {
      numRuns: requestsEach,
      seed,
    })
    while (requests.length > 0)
      await Promise.all(
        requests.splice(0, atOnce).map(async (request, index) => {
          const { token: own } = listed.name === 'galleries.create' ? hoarder : owner
          const token = isOwned(listed) || index % 3 === 0 ? own : undefined
          expectAnnounced(listed, request, await send(running.system.url, listed.endpoint, request, { token }))
        }),
      )
  },
)

test('what was asked went through: nothing is left undeliverable in a queue', async () => {
  await running.system.drainQueues()
  const dead = running.system.queues().filter(({ isDeadLetters, visible }) => isDeadLetters && visible > 0)
  expect(dead).toEqual([])
})
