import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { discountStore } from '#functions/orders/discount-store.ts'
import { api } from '#schema/api/all.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { ErrorBody, errors } from '#schema/errors.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { isOwned, listedEndpoints } from '#test/support/requests/endpoints.ts'
import type { World } from '#test/support/requests/prepared.ts'
import { type Answer, type Asking, ask, type Loose, send, sessionAt } from '#test/support/requests/send.ts'
import { type Account, type Running, runningSystem } from '#test/support/system/running.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'
import { forgedTokens } from '#test/support/system/tokens.ts'
import { aWorld, current } from '#test/support/system/world.ts'

const galleries = api.galleries.endpoints
const orders = api.orders.endpoints
const proofing = api.proofing.endpoints

/** Everything that this process prints: the functions run in it. Kept by hand, since mocks end with each test. */
const printed: string[] = []
const listenToOutput = () => {
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write.bind(stream) }))
  for (const { stream } of streams)
    stream.write = (chunk: Uint8Array | string) => {
      printed.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
      return true
    }
  const levels = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
  const { console: terminal } = globalThis
  const spoken = levels.map((level) => ({ level, speak: terminal[level] }))
  for (const { level } of spoken)
    terminal[level] = (...said: unknown[]) => {
      printed.push(said.map(String).join(' '))
    }
  return () => {
    for (const { stream, write } of streams) stream.write = write
    for (const { level, speak } of spoken) terminal[level] = speak
  }
}

let stopListening: () => void
let running: Running
let data: RunningTable
let owner: Account
let world: World
/** What was secret on the way through all flows. */
let flown: string[]
beforeAll(async () => {
  stopListening = listenToOutput()
  running = await runningSystem({ logLevel: 'INFO' })
  data = tableOf(running)
  owner = await running.signUp('Canary')
  world = await aWorld(running, owner)
  flown = await flyThrough()
})
afterAll(async () => {
  stopListening()
  data.close()
  await running.close()
})

/** An address of this machine that nothing else in the system has. */
const clientAddress = '127.0.66.77'
const call = (endpoint: Endpoint, request: Loose = {}, how: Asking = {}) =>
  send(running.system.url, endpoint, request, { from: clientAddress, ...how })
const lineOf = (requestId: string) => printed.find((line) => line.includes(requestId))

const canary = {
  email: 'canary.mail@example.com',
  name: 'Canary Nameson',
  accessCode: 'CANARYCODE77',
  wrongCode: 'CANARYGUESS88',
  galleryPassword: 'canary gallery password',
  discount: 'CANARY-DISCOUNT',
  wrongDiscount: 'CANARY-NO-DISCOUNT',
  title: 'Canary Title Of A Gallery',
  feedback: 'Canary words of a client',
  search: 'canarysearch',
  session: 'anon_1700000000000_canarysession1',
  cookie: 'canarycookie',
  agent: 'Canary-Agent',
}

/** Sends the canaries through every flow, right and wrong, and gives what was secret on the way. */
const flyThrough = async (): Promise<string[]> => {
  const { system, anyone } = running
  const { own, token } = owner
  await discountStore(data.table, async () => 'unused').create(
    aDiscount({ code: canary.discount, percent: 50, createdAt: '2025-01-01T00:00:00.000Z' }),
  )
  const me = await own.call(api.profiles.endpoints.me, {})
  await own.call(api.profiles.endpoints.update, {
    body: { version: me.version, displayName: canary.name, bio: canary.title },
  })
  const gallery = await own.call(galleries.create, {
    body: { title: canary.title, isPublic: false, accessCode: canary.accessCode, clientEmail: canary.email },
  })
  const params = { galleryId: gallery.id }
  await own.call(galleries.update, { params, body: { version: gallery.version, password: canary.galleryPassword } })
  const right = { accessCode: canary.accessCode, password: canary.galleryPassword }
  const { grant } = await anyone.call(galleries.unlock, { params, body: right })
  const secrets = [grant, token, owner.password]
  for (const body of [{ accessCode: canary.wrongCode }, { password: canary.wrongCode }, { accessCode: 7 }])
    await call(galleries.unlock, { params, body })
  const visitor = { 'x-gallery-session': await sessionAt(system.url, canary.session), 'x-gallery-grant': grant }
  await call(galleries.toggleLike, { params, headers: visitor })
  await call(galleries.recordView, {
    params,
    headers: { ...visitor, cookie: canary.cookie, 'user-agent': canary.agent },
  })
  await call(galleries.recordView, { params, headers: { 'x-gallery-session': canary.cookie } })
  await call(galleries.browse, { query: { q: canary.search, cursor: canary.search } })
  await call(galleries.browse, { query: { q: canary.search, sort: canary.search } })

  const { link } = await own.call(proofing.create, {
    body: { galleryId: world.galleryId, title: canary.title, clientEmail: canary.email },
  })
  const proofToken = link.slice(link.lastIndexOf('/') + 1)
  secrets.push(proofToken)
  const review = { token: proofToken, photoId: world.photoId }
  await call(proofing.get, { params: { token: `${proofToken}x` } })
  await call(proofing.decide, { params: review, body: { status: 'approved', feedback: canary.feedback } })
  await call(proofing.decide, { params: review, body: { status: canary.feedback } })

  const buyer = { name: canary.name, email: canary.email }
  const items = [{ photoId: world.photoId }]
  const checkout = (key: string, body: unknown) => call(orders.checkout, { headers: { 'idempotency-key': key }, body })
  for (const [index, body] of [
    { items, consent: deliveryConsent.version, customer: { ...buyer, email: `${canary.email} and more` } },
    { items, consent: deliveryConsent.version, customer: buyer, discountCode: canary.wrongDiscount },
    { items: [{ photoId: world.photoId, pricePence: 1 }], consent: deliveryConsent.version, customer: buyer },
    { items, consent: deliveryConsent.version, customer: canary.name },
  ].entries())
    await checkout(`canary-attempt-000${index}`, body)
  const opened = await checkout('canary-checkout-0001', {
    items,
    consent: deliveryConsent.version,
    customer: buyer,
    discountCode: canary.discount,
  })
  const { orderId, url } = z.object({ orderId: z.string(), url: z.string() }).parse(opened.json)
  const sessionId = /cs_[A-Za-z0-9_]+/.exec(url)?.[0] ?? ''
  secrets.push(orderId, sessionId)
  await system.stripe.control.pay({ session: sessionId })
  await call(orders.confirm, { body: { sessionId } })
  await call(orders.confirm, { body: { sessionId: canary.cookie } })
  await system.drainQueues()
  await call(orders.get, { params: { orderId } })
  const downloaded = await call(orders.download, { params: { orderId, line: 1 }, body: { size: 'original' } })
  secrets.push(new URL(z.object({ url: z.string() }).parse(downloaded.json).url).searchParams.get('Signature') ?? '')
  for (const listed of listedEndpoints) {
    if (listed.endpoint.method === 'DELETE') continue
    const request = listed.request(await current(owner, owner, world))
    await call(listed.endpoint, request, { token: isOwned(listed) ? token : undefined })
    await call(listed.endpoint, request, { token, body: `{"${canary.email}": "${canary.name}"` })
    await call(listed.endpoint, { ...request, body: canary }, { token, headers: { cookie: canary.cookie } })
  }
  for (const wrong of Object.values((await forgedTokens(running, owner)).wrong).filter((text) => text.includes('.'))) {
    await call(api.profiles.endpoints.me, {}, { token: wrong })
    await call(galleries.likeState, { params }, { token: wrong })
    secrets.push(wrong)
  }
  await ask(system.url, '/api/webhooks/stripe', {
    method: 'POST',
    body: JSON.stringify({ email: canary.email }),
    headers: { 'stripe-signature': canary.cookie },
  })
  for (const { name } of system.jobs()) await system.runJob(name)
  return secrets
}

test('an address, a name, a code, a password, a token, a link or a key of any flow is in no line of any log', async () => {
  await breakThings()
  const { STRIPE_SECRET_ID, SIGNING_SECRET_ID, ORIGIN_SECRET_ID, LAUNCH_CODE_SECRET_ID, MEDIA_KEY_SECRET_ID } =
    running.system.secrets
  const secrets = [
    ...flown,
    ...Object.values(canary),
    owner.email,
    'hannah@example.com',
    'Hannah Price',
    'client@example.com',
    STRIPE_SECRET_ID.secretKey,
    ...STRIPE_SECRET_ID.webhookSecrets,
    ...STRIPE_SECRET_ID.connectWebhookSecrets,
    SIGNING_SECRET_ID.current,
    ORIGIN_SECRET_ID.originVerify,
    LAUNCH_CODE_SECRET_ID.code,
    MEDIA_KEY_SECRET_ID.privateKeyPem.split('\n')[1] ?? '',
    running.system.credentials.secretAccessKey,
    clientAddress,
  ]
  const log = printed.join('\n')
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    for (const written of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ])
      expect(
        log.includes(written),
        `${secret.slice(0, 12)}… in ${log.split('\n').find((line) => line.includes(written))}`,
      ).toBe(false)
  }
  // And the log is not just silent.
  expect(printed.filter((line) => line.includes('"refused"')).length).toBeGreaterThan(20)
  expect(printed.filter((line) => line.includes('"failed"')).length).toBeGreaterThan(3)
})

test('a code, a token and a password that need not be known again are kept as hashes', async () => {
  await running.system.runJob('sweep-outbox')
  const kept = JSON.stringify(await data.items())
  expect(kept).toContain(canary.accessCode)
  const { link } = await running.anyone
    .as(owner.token)
    .call(proofing.link, { params: { proofSessionId: world.proofSessionId } })
  for (const secret of [
    canary.galleryPassword,
    canary.discount,
    owner.password,
    world.proofToken,
    link.slice(link.lastIndexOf('/') + 1),
    running.system.secrets.LAUNCH_CODE_SECRET_ID.code,
    clientAddress,
  ])
    expect(kept.includes(secret), secret.slice(0, 6)).toBe(false)
})

/** Breaks one thing after another that the functions rely on, and gives the answers of whoever meets it. */
const breakThings = async (): Promise<[string, Answer][]> => {
  const { system } = running
  const answers: [string, Answer][] = []
  const broken = async (
    what: string,
    { key, change }: { key: { PK: string; SK: string }; change: Record<string, unknown> },
    request: () => Promise<Answer>,
  ) => {
    const before = await data.table.get(key)
    if (!before) throw new Error(`There is no ${what} to break.`)
    await data.overwrite(key, change)
    answers.push([what, await request()])
    await data.overwrite(key, Object.fromEntries(Object.keys(change).map((name) => [name, before[name]])))
  }
  const { galleryId, photoId, orderId, proofSessionId } = world
  await broken(
    'gallery',
    { key: { PK: `GALLERY#${galleryId}`, SK: 'GALLERY' }, change: { title: { first: canary.title } } },
    () => call(galleries.get, { params: { galleryId } }),
  )
  await broken(
    'profile',
    { key: { PK: `USER#${owner.userId}`, SK: 'PROFILE' }, change: { version: canary.name } },
    () => call(api.profiles.endpoints.me, {}, { token: owner.token }),
  )
  await broken('photo', { key: { PK: `PHOTO#${photoId}`, SK: 'PHOTO' }, change: { renditions: canary.email } }, () =>
    call(orders.quote, { body: { photoIds: [photoId] } }),
  )
  await broken('order', { key: { PK: `ORDER#${orderId}`, SK: 'META' }, change: { status: canary.email } }, () =>
    call(orders.get, { params: { orderId } }),
  )
  await broken(
    'review',
    { key: { PK: `PROOF#${proofSessionId}`, SK: 'PROOF' }, change: { pendingCount: canary.email } },
    () => call(proofing.get, { params: { token: world.proofToken } }),
  )
  await broken(
    'stored file',
    {
      key: { PK: `ORDER#${orderId}`, SK: 'ITEM#01' },
      change: { originalKey: 'uploads/x/y/z', originalEtag: 'gone', originalVersionId: null },
    },
    () => call(orders.download, { params: { orderId, line: 1 }, body: { size: 'original' } }),
  )
  const checkout = (key: string) =>
    call(orders.checkout, {
      headers: { 'idempotency-key': key },
      body: {
        items: [{ photoId }],
        consent: deliveryConsent.version,
        customer: { name: canary.name, email: canary.email },
      },
    })
  for (const [index, answer] of (
    [
      { kind: 'status', status: 500, message: canary.email },
      { kind: 'status', status: 429 },
      { kind: 'reset' },
    ] as const
  ).entries()) {
    await system.stripe.control.fault({ path: '/v1/checkout/sessions', times: 10, answer })
    answers.push([
      `Stripe (${'status' in answer ? answer.status : answer.kind})`,
      await checkout(`broken-stripe-00000${index}`),
    ])
    await system.stripe.control.clearFaults({})
  }
  return answers
}

describe('a failure of ours', () => {
  test('is told by a plain sentence and the number of the request, under which the log has it', async () => {
    for (const [what, { status, headers, json, text }] of await breakThings()) {
      expect([500, 503], what).toContain(status)
      const { error } = ErrorBody.parse(json)
      // Whoever only has to wait is told why and how long.
      const wait = { why: 'Very many people are paying at this moment.', retryAfterSeconds: 2 }
      const isBusy = what === 'Stripe (429)'
      expect(json, what).toEqual({
        error: {
          code: status === 500 ? 'internal' : what === 'stored file' ? 'file_unavailable' : 'unavailable',
          message: isBusy ? `${wait.why} Please try again in 2 seconds.` : errors[error.code][1],
          requestId: error.requestId,
          ...(isBusy && { details: wait }),
        },
      })
      expect(headers['x-request-id']).toBe(error.requestId)
      expect(headers['cache-control']).toMatch(/no-store/)
      for (const secret of [...Object.values(canary), 'Zod', '    at ', '.ts', 'node_modules', 'dynamo', 'stripe'])
        expect(text.toLowerCase(), what).not.toContain(secret.toLowerCase())
      expect(lineOf(error.requestId), what).toBeDefined()
    }
  })

  test('leaves nothing half done: what was broken and mended works as before', async () => {
    await breakThings()
    const answer = await call(orders.quote, { body: { photoIds: [world.photoId] } })
    expect(answer.status).toBe(200)
  })
})
