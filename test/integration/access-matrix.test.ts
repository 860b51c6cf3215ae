import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import { maxBodyBytesOf } from '#schema/api/endpoint.ts'
import { ErrorBody, errors } from '#schema/errors.ts'
import { isOwned, type Listed, listedEndpoints } from '#test/support/requests/endpoints.ts'
import type { World } from '#test/support/requests/prepared.ts'
import { type Answer, type Asking, ask, type Loose, send } from '#test/support/requests/send.ts'
import { type Account, type Running, runningSystem } from '#test/support/system/running.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'
import { forgedTokens } from '#test/support/system/tokens.ts'
import { aWorld, current, unknownWorld } from '#test/support/system/world.ts'

let running: Running
let data: RunningTable
let owner: Account
let stranger: Account
let world: World
let forged: Awaited<ReturnType<typeof forgedTokens>>
beforeAll(async () => {
  running = await runningSystem()
  data = tableOf(running)
  owner = await running.signUp('Ada')
  stranger = await running.signUp('Bea')
  world = await aWorld(running, owner)
  forged = await forgedTokens(running, owner)
})
afterAll(async () => {
  data.close()
  await running.close()
})

const call = ({ endpoint, request }: Listed, about: World, how: Asking = {}): Promise<Answer> =>
  send(running.system.url, endpoint, request(about), how)
const fresh = async (caller: Account = owner) => current(owner, caller, world)
const owned = listedEndpoints.filter(isOwned)
const withBody = listedEndpoints.filter(({ endpoint }) => endpoint.body !== undefined)
const allowed = (listed: Listed): Asking => (isOwned(listed) ? { token: owner.token } : {})

/** What even the right caller is told here, and why. */
const exceptions: Readonly<Record<string, { status: number; because: string }>> = {
  'payments.stripeWebhook': { status: 400, because: 'the prepared request has no signature of Stripe' },
  'payments.stripeConnectWebhook': { status: 400, because: 'the prepared request has no signature of Stripe' },
  'accounts.requestDeletion': { status: 409, because: 'the prepared request names the address of another account' },
  'accounts.downloadExport': { status: 409, because: 'nothing of theirs is packed yet' },
  'orders.files': { status: 403, because: 'the prepared order has photos alone, and no whole gallery' },
  'payouts.getPayout': { status: 404, because: 'nothing was paid out yet' },
  'payouts.request': { status: 409, because: 'nothing is available within 48 hours of a sale' },
}
const welcome = ({ name, endpoint }: Listed): number =>
  exceptions[name]?.status ?? (endpoint.response.safeParse(undefined).success ? 204 : 200)

/** An answer says what the contract names and nothing else. */
const expectContract = ({ endpoint }: Listed, { status, json, text }: Answer) => {
  if (status === 204) return expect(text).toBe('')
  if (status < 300) return expect(json).toEqual(endpoint.response.parse(json))
  const { error } = ErrorBody.parse(json)
  expect(json).toEqual({ error })
  expect(status).toBe(errors[error.code][0])
}

/** What tells one refusal from another, without the number of the request. */
const refusalOf = ({ status, json }: Answer) => {
  const { requestId: _, ...error } = ErrorBody.parse(json).error
  return { status, error }
}

test('a token made like the forged ones, with nothing wrong in it, is accepted', async () => {
  const answer = await send(running.system.url, api.profiles.endpoints.me, {}, { token: forged.right })
  expect(answer.status).toBe(200)
})

describe('nobody gets in with a token that is wrong', () => {
  test('not as a photographer, not as a subscriber, and not as a visitor who says to be somebody', async () => {
    const { system } = running
    for (const [what, token] of Object.entries(forged.wrong)) {
      const reads = await send(system.url, api.profiles.endpoints.me, {}, { token })
      const writes = await send(system.url, api.galleries.endpoints.create, { body: { title: 'Mine' } }, { token })
      expect([401, 403], what).toContain(reads.status)
      expect([401, 403], what).toContain(writes.status)
      expect(reads.text, what).not.toContain(owner.email)
      const likes = await send(
        system.url,
        api.galleries.endpoints.likeState,
        { params: { galleryId: world.galleryId }, headers: { 'x-gallery-session': undefined } },
        { token },
      )
      // Without a session of its own, a visitor who is nobody has no like to ask for.
      expect([400, 401], what).toContain(likes.status)
    }
  })

  test.each(owned)('$name: 401 without a token and with nonsense for one', async (listed) => {
    for (const how of [
      {},
      { token: 'nonsense' },
      { token: 'a.b.c' },
      { headers: { authorization: '' } },
      { headers: { authorization: `Basic ${Buffer.from('ada:darkroom').toString('base64')}` } },
      { headers: { cookie: `token=${owner.token}; Authorization=Bearer ${owner.token}` } },
    ] satisfies Asking[]) {
      expect((await call(listed, world, how)).status).toBe(401)
    }
  })
})

describe('everybody may do what is for visitors, and is told no more than the contract says', () => {
  test.each(listedEndpoints.filter((each) => !isOwned(each)))('$name', async (listed) => {
    const answer = await call(listed, await fresh())
    expect(answer.status).toBe(welcome(listed))
    expectContract(listed, answer)
  })
})

/** Whether a request of the signed-in area is about an object of the owner's. */
const namesObject = ({ request }: Listed) => JSON.stringify(request(world)) !== JSON.stringify(request(nothing()))
const nothing = () => ({ ...unknownWorld(world), freeName: world.freeName })

/** Asks about many at once: what is not the caller’s is left out, like what does not exist. */
const leavesOut: ReadonlySet<string> = new Set(['photos.findMine'])

describe('another photographer meets the owner’s things as if they did not exist', () => {
  test.each(owned)('$name', async (listed) => {
    const about = await fresh(stranger)
    const answer = await call(listed, about, { token: stranger.token })
    expectContract(listed, answer)
    if (!namesObject(listed)) return expect(answer.status).toBe(welcome(listed))

    const unknown = await call(listed, unknownWorld(about), { token: stranger.token })
    if (leavesOut.has(listed.name)) {
      expect(answer.json).toEqual({ items: [] })
      return expect(unknown.json).toEqual(answer.json)
    }
    expect(answer.status).toBe(404)
    const ownUnknown = await call(listed, unknownWorld(about), { token: owner.token })
    expect(refusalOf(unknown)).toEqual(refusalOf(answer))
    expect(refusalOf(ownUnknown)).toEqual(refusalOf(answer))
  })

  test('and after all of that they stand as they were', async () => {
    const again = await fresh()
    expect(again).toEqual({ ...world, freeName: again.freeName })
  })
})

test.each(listedEndpoints.filter(({ endpoint }) => endpoint.path.includes('{')))(
  '$name: ids that cannot be, from another table or out of the path, are 404 and never 500',
  async (listed) => {
    const names = [...listed.endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const request = listed.request(world)
    for (const id of ['x', '..', '%2e%2e%2f', 'gal_', `USER#${owner.userId}`, '\u0000', '💥', 'a'.repeat(3_000)]) {
      const params = { ...z.record(z.string(), z.unknown()).parse(request.params), [names[0] ?? '']: id }
      const answer = await send(running.system.url, listed.endpoint, { ...request, params }, allowed(listed))
      // A page name is checked for freedom whatever it looks like.
      expect(listed.name === 'profiles.checkPageName' ? [200, 404] : [404], id).toContain(answer.status)
    }
  },
)

describe('a request that is not what the contract says', () => {
  test.each(withBody)('$name: broken JSON, a form or plain text is 400 invalid_json', async (listed) => {
    const json = JSON.stringify(listed.request(world).body)
    const type = (contentType: string) => ({ headers: { 'content-type': contentType } })
    for (const how of [
      { body: '{"broken":' },
      { body: '' },
      { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
      { body: 'title=x&version=0', ...type('application/x-www-form-urlencoded') },
      { body: json, ...type('text/plain') },
      { body: json, ...type('multipart/form-data; boundary=x') },
    ] satisfies Asking[]) {
      const answer = await call(listed, world, { ...allowed(listed), ...how })
      expect([answer.status, answer.code]).toEqual([400, 'invalid_json'])
    }
  })

  test.each(withBody)('$name: a body over what it may have is 413', async (listed) => {
    const body = JSON.stringify({ padding: 'x'.repeat(maxBodyBytesOf(listed.endpoint)) })
    const answer = await call(listed, world, { ...allowed(listed), body })
    expect([answer.status, answer.code]).toEqual([413, 'payload_too_large'])
  })

  test('a body over the gateway’s 10 MB is 413 as well', async () => {
    const { system } = running
    const body = Buffer.alloc(10 * 1_024 * 1_024 + 1, ' ')
    const answer = await send(system.url, api.orders.endpoints.quote, {}, { body })
    expect(answer.status).toBe(413)
  })

  test.each(withBody)('$name: a field of a wrong type is 400 and named', async (listed) => {
    const request = listed.request(world)
    const body = z.record(z.string(), z.unknown()).parse(request.body)
    for (const [field, schema] of fieldsOf(listed)) {
      const wrong = [{ wrong: true }, [[]], 12.5, 'wrong'].find((value) => !schema.safeParse(value).success)
      // What cannot be a code is answered like a wrong one: nothing is of a wrong type there.
      if (wrong === undefined) continue
      const bent = { ...request, body: { ...body, [field]: wrong } }
      const answer = await send(running.system.url, listed.endpoint, bent, allowed(listed))
      expect([answer.status, answer.code], field).toEqual([400, 'invalid_request'])
      expect(ErrorBody.parse(answer.json).error.fields?.map(({ path }) => path.split('.')[0])).toContain(field)
    }
    for (const whole of [[], 'text', 7, null, [body]]) {
      const answer = await send(running.system.url, listed.endpoint, { ...request, body: whole }, allowed(listed))
      expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
    }
  })

  test.each(listedEndpoints.filter(({ endpoint }) => endpoint.query))(
    '$name: a wrong query is 400 and names what is wrong',
    async (listed) => {
      const shape: Record<string, z.core.$ZodType> = listed.endpoint.query?.shape ?? {}
      for (const [name, schema] of Object.entries(shape)) {
        const wrong = ['nonsense', '-1', '', 'x'.repeat(1_001)].find((text) => !z.safeParse(schema, text).success)
        const query = { [name]: wrong }
        const answer = await send(
          running.system.url,
          listed.endpoint,
          { ...listed.request(world), query },
          allowed(listed),
        )
        expect([answer.status, answer.code], name).toEqual([400, 'invalid_request'])
        expect(ErrorBody.parse(answer.json).error.fields?.map(({ path }) => path)).toContain(name)
      }
    },
  )

  test('keys that could change every object, bottomless nesting and repeated keys change nothing', async () => {
    const { system } = running
    const { create } = api.galleries.endpoints
    const post = (body: string) => send(system.url, create, {}, { token: owner.token, body })
    const polluted = await post('{"title":"P","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(polluted.status).toBe(200)
    expect(polluted.json).toEqual(create.response.parse(polluted.json))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    const deep = await post(`{"title":${'['.repeat(1_000)}${']'.repeat(1_000)}}`)
    expect([deep.status, deep.code]).toEqual([400, 'invalid_request'])
    const deeper = await post(`{"title":${'[['.repeat(8_000)}`)
    expect([deeper.status, deeper.code]).toEqual([400, 'invalid_json'])
    const twice = await post('{"title":"First","title":"Second"}')
    expect(twice.json).toMatchObject({ title: 'Second' })
  })
})

/** The fields of a body; of those that come in several shapes, none. */
const fieldsOf = ({ endpoint }: Listed): [string, z.ZodType][] =>
  endpoint.body instanceof z.ZodObject ? Object.entries(endpoint.body.shape) : []

const canary = 'canary-of-a-field-that-nobody-may-set'
const canaryNumber = 987_654_321
/** Fields of our entities that no request may set, and some that people try. */
const protectedFields: Readonly<Record<string, unknown>> = {
  PK: canary,
  SK: canary,
  ownerKey: canary,
  publicKey: canary,
  workKey: canary,
  sellerKey: canary,
  ttl: canaryNumber,
  id: canary,
  userId: canary,
  photographerId: canary,
  photographerName: canary,
  photographerSubdomain: canary,
  subdomain: canary,
  ownerState: canary,
  trialExpiresAt: canary,
  paidUntil: canary,
  subscription: canary,
  stripeCustomerId: canary,
  stripeAccountId: canary,
  deletionRequestedAt: canary,
  passwordHash: canary,
  accessVersion: canaryNumber,
  downloadCount: canaryNumber,
  photoCount: canaryNumber,
  viewCount: canaryNumber,
  likeCount: canaryNumber,
  popularity: canaryNumber,
  slug: canary,
  cover: { photoId: canary },
  state: canary,
  status_: canary,
  reason: canary,
  renditions: [{ key: canary }],
  original: { key: canary },
  uploadKey: canary,
  webKey: canary,
  availablePence: canaryNumber,
  pendingPence: canaryNumber,
  paidPence: canaryNumber,
  totalPence: canaryNumber,
  subtotalPence: canaryNumber,
  discountPence: canaryNumber,
  discountPercent: canaryNumber,
  feePence: canaryNumber,
  netPence: canaryNumber,
  sharePence: canaryNumber,
  paidAt: canary,
  chargeId: canary,
  isRefunded: canary,
  counts: { approved: canaryNumber },
  pendingCount: canaryNumber,
  completedAt: canary,
  createdAt: canary,
  isAdmin: canary,
  role: canary,
}

/** Adds them to every object of a body. */
const loaded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(loaded)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, loaded(inner)]))
  return { ...protectedFields, ...own }
}

describe('a field that is not the caller’s to set', () => {
  // An account that the exceptions above do not know, whose things the writes may change and take away.
  let cas: Account
  let own: World
  beforeAll(async () => {
    cas = await running.signUp('Cas')
    own = await aWorld(running, cas, 'valley')
  })

  const writes = listedEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
  test.each(writes)('$name: never reaches the table', async (listed) => {
    const about = await current(cas, cas, own)
    const request: Loose = listed.request(about)
    const numbered = { ...z.record(z.string(), z.unknown()).parse(request.headers ?? {}) }
    if ('idempotency-key' in numbered) numbered['idempotency-key'] = `loaded-${listed.name.replace('.', '-')}-0001`
    const bent = {
      ...request,
      headers: { ...numbered, 'x-user-id': canary, 'x-forwarded-user': canary },
      query: { ...protectedFields },
      body: loaded(request.body ?? {}),
    }
    const answer = await send(running.system.url, listed.endpoint, bent, {
      token: isOwned(listed) ? cas.token : undefined,
    })
    // Either they are dropped unseen, or a strict body refuses the whole.
    if (answer.status === 400) expect(['invalid_request', 'invalid_signature']).toContain(answer.code)
    else expect(answer.status).toBe(welcome(listed))
    expect(answer.text).not.toContain(canary)
    const changed = (await data.items()).map((item) => JSON.stringify(item))
    expect(changed.filter((item) => item.includes(canary) || item.includes(String(canaryNumber)))).toEqual([])
  })

  test.each([
    ['galleries', api.galleries.endpoints.update, (about: World) => ({ galleryId: about.galleryId }), 'title'],
    ['photos', api.photos.endpoints.update, (about: World) => ({ photoId: about.photoId }), 'title'],
    ['profiles', api.profiles.endpoints.update, () => ({}), 'bio'],
    ['proofing', api.proofing.endpoints.update, (about: World) => ({ proofSessionId: about.proofSessionId }), 'title'],
  ])(
    '%s: an edit that names no version, a later one or nonsense changes nothing',
    async (_, endpoint, params, field) => {
      const before = await current(cas, cas, own)
      for (const version of [undefined, null, '0', -1, 0.5, 1e21, 999, [0], { gte: 0 }, true]) {
        const body = { version, [field]: 'Tricked' }
        const answer = await send(running.system.url, endpoint, { params: params(before), body }, { token: cas.token })
        expect(version === 999 ? [409] : [400], String(version)).toContain(answer.status)
      }
      const after = await current(cas, cas, own)
      expect(after.versions).toEqual(before.versions)
    },
  )
})

describe('with an expired trial', () => {
  // Things of their own: taking down goes on, so that they are gone in the end.
  let dee: Account
  let made: World
  beforeAll(async () => {
    dee = await running.signUp('Dee')
    made = await aWorld(running, dee, 'harbour')
    await data.endTrial(dee.userId)
  })

  test('photos stay on sale and what was sold is downloaded', async () => {
    for (const name of ['galleries.get', 'orders.quote', 'orders.download', 'profiles.portfolio']) {
      const listed = listedEndpoints.find((each) => each.name === name)
      expect(listed && (await call(listed, await current(dee, dee, made))).status, name).toBe(200)
    }
  })

  test.each(owned)('$name: what the trial gates is 402, everything else goes on', async (listed) => {
    const about = listed.endpoint.method === 'DELETE' ? made : await current(dee, dee, made)
    const answer = await call(listed, about, { token: dee.token })
    expectContract(listed, answer)
    // An edit that takes a gallery down goes through; the prepared one changes its text.
    const isGated = listed.endpoint.access === 'subscriber' || listed.name === 'galleries.update'
    expect([answer.status, answer.code]).toEqual(
      isGated ? [402, 'trial_expired'] : [welcome(listed), exceptions[listed.name] ? expect.any(String) : undefined],
    )
  })
})

// Takes the world apart: the last of those that need it.
describe('the owner may do all of it', () => {
  test.each(owned)('$name', async (listed) => {
    const about = listed.endpoint.method === 'DELETE' ? world : await fresh()
    const answer = await call(listed, about, { token: owner.token })
    expect([answer.status, answer.code]).toEqual([
      welcome(listed),
      exceptions[listed.name] ? expect.any(String) : undefined,
    ])
    expectContract(listed, answer)
  })
})

test('an address that no endpoint has is 404, whoever asks', async () => {
  for (const target of ['/api/', '/api/admin', '/api/debug', '/api/me/../admin', '/api/galleries/', '/api//me']) {
    expect((await ask(running.system.url, target, { token: owner.token })).status, target).toBe(404)
  }
})
