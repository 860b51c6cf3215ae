import { expect, test } from 'vitest'
import { outboxPut } from '#functions/mail/outbox.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { sendMails } from '#functions/mail-sending/send-mails.ts'
import { sweepOutbox } from '#functions/mail-sending/sweep-outbox.ts'
import { busy } from '#functions/shared/http/outage.ts'
import { idMaker } from '#functions/shared/ids/ids.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import { MailTask } from '#schema/events/mail.ts'
import type { UserId } from '#schema/ids.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aTrader } from '#test/support/builders/trader.ts'
import { seededRandom } from '#test/support/random.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { movableClock } from '#test/support/time.ts'

const data = { name: 'Iris', amountPence: 1350, isFull: false, balanceUrl: 'https://darkslide.test/dashboard' }

const setup = ({ most = 1_000, unwanted = [] }: { most?: number; unwanted?: readonly UserId[] } = {}) => {
  const clock = movableClock()
  const { now } = clock
  let writes = 0
  const table = fakeTable((request) => {
    if (request === 'write' || request === 'transact') writes++
  })
  const outbox = outboxStore(table)
  const ids = idMaker(now, seededRandom(1))
  const queued: MailTask[] = []
  const posted: string[] = []
  const errors: string[] = []
  let refusal: ((to: string) => Error | undefined) | undefined
  let underWay = 0
  let mostAtOnce = 0
  const sweep = sweepOutbox({
    outbox,
    send: async (queue, messages) => {
      expect(queue).toBe('MAILS_QUEUE_URL')
      queued.push(...messages.map((message) => MailTask.parse(message)))
    },
    now,
    most: () => most,
  })
  const turns = { isOver: false }
  const send = sendMails({
    outbox,
    post: async ({ to }) => {
      mostAtOnce = Math.max(mostAtOnce, ++underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      const refused = refusal?.(to)
      if (refused) throw refused
      posted.push(to)
    },
    turn: async () => {
      if (turns.isOver) throw busy('Very much is on its way.')
    },
    earnings: { listOfOrder: async () => [] },
    profiles: { find: async () => undefined },
    mayWrite: async (photographerId) => !unwanted.includes(photographerId),
    mailLinks: { unsubscribing: async () => ({ page: '', oneClick: '' }) },
    tellOfSale: async () => {},
    dropBoughtCart: async () => {},
    ids,
    claims: () => `claim ${Math.random()}`,
    wait: async () => {},
    now,
    siteUrl: 'https://darkslide.test',
    trader: aTrader(),
    log: { info: () => {}, warn: () => {}, error: (message) => errors.push(message) },
  })
  const add = async (to: string, onBehalfOf?: readonly UserId[]) => {
    const id = ids.mail()
    await table.write(
      outboxPut({ id, template: 'payout-sent', to, data, at: now(), ...(onBehalfOf && { onBehalfOf }) }),
    )
    return shardOf(id)
  }
  return {
    clock,
    outbox,
    add,
    sweep,
    send,
    posted,
    queued,
    errors,
    turns,
    writes: () => writes,
    atOnce: () => mostAtOnce,
    waiting: () => table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
    refuse: (rule?: typeof refusal) => {
      refusal = rule
    },
    /** Everything that waits in the queue, ten at a time as Lambda gets them. */
    async work() {
      while (queued.length > 0) expect(await send(queued.splice(0, 10))).toEqual(new Set())
    },
    async minute() {
      await sweep()
      await this.work()
      clock.forward({ minutes: 1 })
    },
  }
}

test('a full shard keeps no other one waiting: each gets its part of what the provider takes', async () => {
  const world = setup({ most: 80 })
  const inShard = new Map<number, string[]>()
  for (let n = 0; n < 2_000; n++) {
    const to = `${n}@example.com`
    const shard = await world.add(to)
    inShard.set(shard, [...(inShard.get(shard) ?? []), to])
  }
  await world.minute()
  expect(world.posted).toHaveLength(80)
  for (const mails of inShard.values()) expect(mails.filter((to) => world.posted.includes(to)).length).toBe(10)
})

test('what no shard wants goes to those that have more', async () => {
  const world = setup({ most: 100 })
  let added = 0
  // All in one shard, as after many mails to one order.
  while (added < 150) if ((await world.add(`${added}@example.com`)) === 3) added++
  await world.minute()
  expect(world.posted.length).toBe(100)
})

test('mails leave ten at once, and nobody gets one twice though it was handed out twice', async () => {
  const world = setup()
  for (let n = 0; n < 40; n++) await world.add(`${n}@example.com`)
  await world.sweep()
  await world.sweep()
  expect(world.queued).toHaveLength(80)
  await world.work()
  expect(world.posted).toHaveLength(40)
  expect(new Set(world.posted).size).toBe(40)
  expect(world.atOnce()).toBe(10)
  expect(world.waiting()).toEqual([])
})

test('a mail in several names is not sent where its reader has had enough of one of them', async () => {
  const [left, other] = [userIdOf(1), userIdOf(2)]
  const world = setup({ unwanted: [left] })
  await world.add('ada@example.com', [left, other])
  await world.add('ben@example.com', [left])
  await world.add('cas@example.com', [other])
  await world.minute()
  expect(world.posted).toEqual(['cas@example.com'])
  expect(world.waiting()).toEqual([])
})

test('a thousand that the provider refuses keep no new one waiting', async () => {
  const world = setup({ most: 60 })
  for (let n = 0; n < 1_000; n++) await world.add(`refused-${n}@example.com`)
  world.refuse((to) => (to.startsWith('refused') ? new Error('MessageRejected') : undefined))
  for (let run = 0; run < 35; run++) await world.minute()
  await world.add('new@example.com')
  await world.minute()
  await world.minute()
  expect(world.posted).toEqual(['new@example.com'])
})

test('a mail that is not due costs no write', async () => {
  const world = setup()
  for (let n = 0; n < 50; n++) await world.add(`${n}@example.com`)
  world.refuse(() => new Error('MessageRejected'))
  await world.sweep()
  await world.work()
  expect(world.waiting()).toHaveLength(50)
  const before = world.writes()
  world.clock.forward({ seconds: 29 })
  expect(await world.sweep()).toEqual({ handedOut: 0 })
  expect(world.writes()).toBe(before)
  world.refuse()
  world.clock.forward({ seconds: 1 })
  expect(await world.sweep()).toEqual({ handedOut: 50 })
  await world.work()
  expect(world.posted).toHaveLength(50)
})

test('waits grow from try to try, whoever else is sent meanwhile', async () => {
  const world = setup()
  await world.add('ada@example.com')
  world.refuse(() => new Error('MessageRejected'))
  const tried: number[] = []
  for (let minute = 0; minute < 130; minute++) {
    const before = world.errors.length
    await world.minute()
    if (world.errors.length > before) tried.push(minute)
  }
  expect(tried).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 124])
})

const refusedAs = (name: string, message: string) => () => Object.assign(new Error(message), { name })

test.each([
  ['BadRequestException', 'Domain contains illegal character'],
  ['MessageRejected', 'The message contains invalid content.'],
])('what SES could never send is laid aside at once: %s', async (name, message) => {
  const world = setup()
  await world.add('ada@example.com')
  world.refuse(refusedAs(name, message))
  for (let run = 0; run < 3; run++) await world.minute()
  expect(world.errors).toEqual(['mail not sent'])
  expect(world.waiting()).toMatchObject([{ PK: 'OUTBOX#ASIDE', to: 'ada@example.com', tries: 1 }])
})

test('what lay aside is sent once it is brought back, once, as if nobody had tried', async () => {
  const world = setup()
  await world.add('ada@example.com')
  await world.add('ben@example.com')
  world.refuse(refusedAs('BadRequestException', 'Domain contains illegal character'))
  await world.minute()
  const { mails } = await world.outbox.listAside()
  expect(mails).toMatchObject([{ template: 'payout-sent' }, { template: 'payout-sent' }])
  const ninetyDays = 90 * 86_400_000
  for (const { PK, setAsideAt, ttl } of world.waiting())
    expect([PK, ttl]).toEqual(['OUTBOX#ASIDE', Math.floor((Date.parse(String(setAsideAt)) + ninetyDays) / 1_000)])
  const [first] = mails
  if (!first) throw new Error('No mail lies aside.')
  const brought = await Promise.all([1, 2, 3].map(() => world.outbox.bringBack(first, world.clock.now())))
  expect(brought.filter(Boolean)).toHaveLength(1)
  const [again] = world.waiting().filter(({ PK }) => PK !== 'OUTBOX#ASIDE')
  expect(again).toEqual({
    ...{ PK: `OUTBOX#${shardOf(first.id)}`, SK: first.id, id: first.id, template: 'payout-sent', to: first.to, data },
    ...{ state: 'queued', tries: 0, notBefore: stamp(world.clock.now()), createdAt: first.createdAt },
  })
  // Not mended yet: it comes aside again, and keeps no other.
  await world.minute()
  expect((await world.outbox.listAside()).mails).toHaveLength(2)
  world.refuse()
  for (const mail of (await world.outbox.listAside()).mails) await world.outbox.bringBack(mail, world.clock.now())
  await world.minute()
  expect(world.posted.toSorted()).toEqual(['ada@example.com', 'ben@example.com'])
  expect(world.waiting()).toEqual([])
  expect(await world.outbox.bringBack(first, world.clock.now())).toBe(false)
  expect(world.waiting()).toEqual([])
})

test.each([
  ['MessageRejected', 'Email address is not verified. The following identities failed the check: market@example.com'],
  ['SendingPausedException', 'Sending is paused.'],
  ['AccountSuspendedException', 'The account is suspended.'],
  ['MailFromDomainNotVerifiedException', 'The domain is not verified.'],
])('what our own account is not ready for is tried again: %s, %s', async (name, message) => {
  const world = setup()
  await world.add('ada@example.com')
  world.refuse(refusedAs(name, message))
  await world.minute()
  expect(world.waiting()).toMatchObject([{ state: 'queued', tries: 1, againAt: expect.any(String) }])
})

test('what SES or the pace has no room for is no failure: it keeps its tries and comes back', async () => {
  const world = setup()
  await world.add('ada@example.com')
  await world.add('bo@example.com')
  world.refuse(() => Object.assign(new Error('Maximum sending rate exceeded.'), { name: 'TooManyRequestsException' }))
  for (let run = 0; run < 20; run++) await world.minute()
  world.refuse()
  world.turns.isOver = true
  for (let run = 0; run < 20; run++) await world.minute()
  expect(world.errors).toEqual([])
  expect(world.waiting().map(({ tries }) => tries)).toEqual([0, 0])
  world.turns.isOver = false
  await world.minute()
  await world.minute()
  expect(world.posted.toSorted()).toEqual(['ada@example.com', 'bo@example.com'])
})

test('the day’s quota is waited for ever longer, as any refusal', async () => {
  const world = setup()
  await world.add('ada@example.com')
  world.refuse(() => Object.assign(new Error('Daily message quota exceeded.'), { name: 'TooManyRequestsException' }))
  await world.minute()
  expect(world.waiting()).toMatchObject([{ tries: 1, state: 'queued' }])
})

test('a failed mail lies under the time of its next try, with everything that it had', async () => {
  const world = setup()
  await world.add('ada@example.com')
  const [before] = world.waiting()
  world.refuse(() => new Error('MessageRejected'))
  await world.minute()
  const againAt = '2030-01-01T10:00:30.000Z'
  expect(world.waiting()).toEqual([
    {
      ...before,
      PK: `OUTBOX#AGAIN#${String(before?.PK).at(-1)}`,
      SK: `${againAt}#${before?.id}`,
      tries: 1,
      notBefore: againAt,
      againAt,
    },
  ])
})
