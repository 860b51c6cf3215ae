import { expect, onTestFinished, test } from 'vitest'
import { expressAccount } from '#functions/payments/stripe-payouts.ts'
import { controlPage } from '#local/control/control-page.ts'
import { codeIn } from '#local/control/views.ts'
import { openOutbox } from '#local/mail/outbox.ts'
import { openQueues } from '#local/queues/queues.ts'
import { startStripe } from '#local/stripe/start-stripe.ts'
import { clientOf } from '#test/local/stripe/stand-in.ts'
import { aQueue, aStillClock, serving, temporaryFolder } from '#test/local/support.ts'

const setup = async () => {
  const folder = temporaryFolder()
  const clock = aStillClock()
  const outbox = openOutbox({ path: `${folder}/mail.jsonl`, now: clock.date })
  const dead = aQueue({ name: 'dead' })
  const work = aQueue({ name: 'work', redrive: { deadLetterArn: dead.arn, maxReceiveCount: 1 } })
  const queues = openQueues([work, dead], { folder: `${folder}/queues`, now: clock.now })
  const stripe = await startStripe({ clock: clock.date, tickEveryMs: 0 })
  const ran: string[] = []
  let page: ReturnType<typeof controlPage> = async () => undefined
  const url = await serving((request, response) => page(request, response, new URL(request.url ?? '/', url)))
  page = controlPage({
    siteUrl: url.replace('127.0.0.1', 'localhost'),
    clock: {
      now: clock.date,
      advance: async (ms) => clock.advance(ms),
      set: async () => {},
    },
    offsetMs: () => 0,
    outbox,
    queues,
    queueStates: () =>
      queues
        .all()
        .map((queue) => ({ name: queue.plan.name, ...queue.counts(), isDeadLetters: queue.plan.name === 'dead' })),
    jobs: () => [
      {
        name: 'release-holds',
        expression: 'rate(5 minutes)',
        timezone: 'UTC',
        entry: 'e',
        nextDueMs: 0,
        lastRunMs: undefined,
      },
    ],
    runJob: async (name) => {
      ran.push(name)
    },
    requests: () => [],
    invocations: () => [],
    stripe,
    accounts: () => [{ email: 'ada@example.com', password: 'darkroom', note: 'sells a lot' }],
  })
  onTestFinished(async () => {
    queues.close()
    await stripe.close()
  })
  const ask = (path: string, init?: RequestInit) => fetch(`${url}${path}`, { redirect: 'manual', ...init })
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { url, clock, outbox, queues, ran, stripe, ask, post }
}

test('the page shows mail, accounts, jobs and dead letters', async () => {
  const { outbox, queues, ask } = await setup()
  outbox.add({ from: 'a@example.com', to: ['b@example.com'], subject: 'Your <code>', text: 'Your code is 123456.' })
  queues.byName('dead')?.send('x')

  const text = await (await ask('/__local')).text()

  for (const shown of ['Your &lt;code&gt;', '123456', 'ada@example.com', 'release-holds', '1 dead'])
    expect(text).toContain(shown)
})

test('each page has a main landmark, and each column of a table a name', async () => {
  const { outbox, ask } = await setup()
  const { id } = outbox.add({ from: 'a', to: ['b'], subject: 'Hi', text: 'Hello' })
  for (const path of ['/__local', '/__local/mail', `/__local/mail/${id}`]) {
    const text = await (await ask(path)).text()
    expect(text.match(/<main>/g)).toHaveLength(1)
    expect(text).not.toContain('<th></th>')
  }
})

test('on a phone each number stands below its column’s name: tables scroll sideways, with keys too', async () => {
  const { ask } = await setup()
  const text = await (await ask('/__local')).text()
  const frames = [...text.matchAll(/<div class="wide" role="group" aria-label="([^"]+)" tabindex="0"><table>/g)]
  expect(frames.map(([, name]) => name)).toEqual(['Jobs', 'Queues', 'Demo accounts'])
  expect(text.match(/<table>/g)).toHaveLength(frames.length)
  expect(text).not.toMatch(/display: (?:none|block)/)
})

test('a mail’s own page shows its code, its links and its text in a frame that may do nothing', async () => {
  const { outbox, ask } = await setup()
  const { id } = outbox.add({
    from: 'a',
    to: ['b'],
    subject: 'Hi',
    text: 'Code 123456 https://localhost/purchase?x=1',
    html: '<script>alert(1)</script><p>Hi</p>',
  })

  const page = await (await ask(`/__local/mail/${id}`)).text()
  const body = await ask(`/__local/mail/${id}/body`)

  expect(page).toContain('<p class="code">123456</p>')
  expect(page).toContain('href="https://localhost/purchase?x=1"')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).not.toContain('<script>')
  expect(body.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('the clock moves forward by a form, and a script gets JSON', async () => {
  const { clock, ask, post } = await setup()
  const before = clock.now()

  const form = await post('/__local/api/clock/advance', { hours: '48' })
  const script = await ask('/__local/api/clock/advance', {
    method: 'POST',
    body: JSON.stringify({ ms: 1_000 }),
    headers: { 'content-type': 'application/json' },
  })

  expect([form.status, form.headers.get('location')]).toEqual([303, '/__local#clock'])
  expect([script.status, await script.json()]).toEqual([200, { done: true }])
  expect(clock.now() - before).toBe(48 * 3_600_000 + 1_000)
})

test.each([{ hours: '-1' }, { hours: 'x' }, { ms: '1e20' }, {}])('the clock does not take %j', async (fields) => {
  const { clock, post } = await setup()
  const before = clock.now()

  expect((await post('/__local/api/clock/advance', { ...fields })).status).toBe(400)
  expect(clock.now()).toBe(before)
})

test('a job runs, and dead letters go back to work', async () => {
  const { ran, queues, post } = await setup()
  queues.byName('dead')?.send('again')

  await post('/__local/api/jobs/release-holds/run')
  await post('/__local/api/queues/dead/redrive')

  expect(ran).toEqual(['release-holds'])
  expect(
    queues
      .byName('work')
      ?.messages()
      .map(({ body }) => body),
  ).toEqual(['again'])
})

test('what does not exist is not found', async () => {
  const { ask, post } = await setup()

  const answers = await Promise.all([
    ask('/__local/mail/none'),
    ask('/__local/api/none'),
    post('/__local/api/jobs/none/run'),
    post('/__local/api/constructor'),
  ])

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('another site’s form, or another name for this machine, does nothing', async () => {
  const { clock, post, url } = await setup()
  const before = clock.now()

  const foreign = await post('/__local/api/clock/advance', { hours: '1' }, { origin: 'http://evil.example' })
  const crossSite = await post('/__local/api/clock/advance', { hours: '1' }, { 'sec-fetch-site': 'cross-site' })
  const { request } = await import('node:http')
  const rebound = await new Promise<number | undefined>((resolve) =>
    request(`${url}/__local`, { headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ).end(),
  )

  expect([foreign.status, crossSite.status, rebound]).toEqual([403, 403, 403])
  expect(clock.now()).toBe(before)
})

test.each([
  ['Your code is 042137.', '042137'],
  ['https://localhost/x/123456', undefined],
  ['Order 1234567', undefined],
  [undefined, undefined],
])('the code in %j is %s', (text, code) => {
  expect(codeIn(text)).toBe(code)
})

test('the bank of a payout account sends a payout back, and where there is nothing to send it says so', async () => {
  const { ask, post, stripe } = await setup()
  const { id } = await clientOf(stripe.url).accounts.create({
    ...expressAccount(false),
    email: 'iris@example.com',
  })

  expect(await (await ask('/__local')).text()).toContain('Bank sends it back')
  const refused = await post(`/__local/api/bank/${id}/fail`)
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('nothing to pay out')])
})

test('each part of the page has its heading, and each button says what it acts on', async () => {
  const { ask } = await setup()
  const text = await (await ask('/__local')).text()
  expect(text).toContain('<nav aria-label="Parts of this page">')
  for (const [, id] of text.matchAll(/<section id="([a-z]+)"/g))
    expect(text).toContain(`aria-labelledby="${id}-title"><h2 id="${id}-title">`)
  expect(text).toContain('<button aria-label="Run now: release-holds">Run now</button>')
})
