import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { outboxPut } from '#functions/mail/outbox.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { type CartAsk, Checkout } from '#schema/api/orders.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { IdempotencyKey, MailId, OrderId } from '#schema/ids.ts'
import { writeFirstRelease } from '#test/support/first-release/first-release.ts'
import { cloudOps, localOps } from '#test/support/system/operator.ts'
import { galleryOnSale, openCheckout, type Running, runningSystem } from '#test/support/system/running.ts'
import { tableOf } from '#test/support/system/table.ts'

// Each command is a process of its own, which reads all of its program first.
vi.setConfig({ testTimeout: 240_000 })

let running: Running
beforeAll(async () => {
  running = await runningSystem()
})
afterAll(() => running.close())

const ops = localOps(() => running)
const cloud = cloudOps(() => running)
afterAll(cloud.close)

const sale = async (name: string) => {
  const seller = await running.signUp(name)
  const { photo } = await galleryOnSale(running, seller, `Gallery of ${name}`)
  const { sessionId } = await openCheckout(running, [photo.id])
  await running.system.stripe.control.pay({ session: sessionId })
  const confirmed = await running.anyone.call(api.orders.endpoints.confirm, { body: { sessionId } })
  await running.system.drainQueues()
  if (confirmed.state !== 'completed') throw new Error('The order should be complete.')
  return { seller, orderId: OrderId.parse(confirmed.order.id), number: confirmed.order.number, photo, sessionId }
}
const balanceOf = ({ own }: Awaited<ReturnType<typeof sale>>['seller']) => own.call(api.payouts.endpoints.balance, {})

test('a refund is only told at first, then given, and the photographer’s share goes with it; books hold all the while', async () => {
  const { seller, orderId, number } = await sale('Ada')

  expect(await ops('refund', orderId)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Would give back £15.00'),
  })
  expect(await balanceOf(seller)).toMatchObject({ pendingPence: 1_350 })

  expect(await ops('refund', orderId, '--apply')).toMatchObject({
    code: 0,
    said: expect.stringContaining(`Gave back £15.00 of ${number}`),
  })
  await running.system.drainQueues()
  expect(await balanceOf(seller)).toMatchObject({ pendingPence: 0 })
  expect(await ops('refund', orderId, '--apply')).toMatchObject({ code: 1, said: '0 pence are left to give back.' })
  expect(await ops('verify')).toMatchObject({ code: 0, said: expect.stringContaining('Everything holds.') })
})

test('a buyer is only said to be erased at first, then is; the order stays, its link opens the photos, and nobody is written to', async () => {
  const { orderId, number } = await sale('Vera')
  const seen = () => running.anyone.call(api.orders.endpoints.get, { params: { orderId } })
  const before = await seen()

  expect(await ops('erase-buyer', orderId)).toMatchObject({ code: 0, said: expect.stringContaining('Would erase') })
  expect(await seen()).toEqual(before)
  expect(await ops('erase-buyer', orderId, '--apply')).toMatchObject({
    code: 0,
    said: `Erased the buyer of ${number}.`,
  })
  expect(await seen()).toEqual({ ...before, customerName: '', customerEmail: '' })
  expect(await ops('erase-buyer', orderId, '--apply')).toMatchObject({ code: 0, said: `Nobody is named in ${number}.` })

  const letters = running.system.outbox().length
  expect(await ops('refund', orderId, '--apply')).toMatchObject({ code: 0 })
  await running.system.drainQueues()
  expect((await seen()).refundedPence).toBe(before.totalPence)
  expect(running.system.outbox()).toHaveLength(letters)
  expect(await ops('verify')).toMatchObject({ code: 0, said: expect.stringContaining('Everything holds.') })
})

test('a receipt that went astray is only told of at first, then mailed to the address that was meant, and no address is said', async () => {
  const { orderId, number } = await sale('Gwen')
  const seen = () => running.anyone.call(api.orders.endpoints.get, { params: { orderId } })
  const sent = async () => {
    await running.system.runJob('sweep-outbox')
    await running.system.drainQueues()
    return running.system.outbox().filter(({ subject }) => subject === `Your Darkslide order ${number}`)
  }
  const [first, ...none] = await sent()
  expect(none).toEqual([])
  const before = await seen()
  const to = ['--to', 'Gwen.Meant@example.org']

  const told = await ops('mail-receipt', orderId, ...to)
  expect(told).toMatchObject({ code: 0, said: expect.stringContaining(`Would mail the receipt of ${number}`) })
  expect(await seen()).toEqual(before)
  const mailed = await cloud.ops('mail-receipt', orderId, ...to, '--apply')
  expect(mailed).toMatchObject({ code: 0, said: expect.stringContaining(`Mails the receipt of ${number}`) })
  expect(told.said + mailed.said).not.toContain('@')
  const [, again, ...more] = await sent()
  expect([again?.to, again?.text, more]).toEqual([['gwen.meant@example.org'], first?.text, []])
  // Whoever got the first receipt opens the same page: it names no address any more.
  expect(await seen()).toEqual({ ...before, customerEmail: '' })

  expect(await ops('mail-receipt', orderId, '--to', 'gwen', '--apply')).toMatchObject({ code: 1 })
  expect(await ops('mail-receipt', 'DS-1', '--apply')).toMatchObject({ code: 1, said: 'Name the order by its id.' })
})

test('a refund of a Web size that was upgraded names the other order, and the command for it, before anything is done', async () => {
  const seller = await running.signUp('Nell')
  const { photo } = await galleryOnSale(running, seller, 'Gallery of Una')
  const params = { photoId: photo.id }
  await seller.own.call(api.photos.endpoints.update, { params, body: { version: photo.version, webPence: 600 } })
  const buy = async (item: Partial<CartAsk>) => {
    const answer = await running.anyone.call(api.orders.endpoints.checkout, {
      headers: { 'idempotency-key': IdempotencyKey.parse(randomUUID()) },
      body: Checkout.parse({
        items: [{ photoId: photo.id, ...item }],
        customer: { name: 'Hannah', email: 'hannah@example.com' },
        consent: deliveryConsent.version,
      }),
    })
    if (answer.kind !== 'pay') throw new Error('It costs something.')
    const session = /cs_test_\w+/.exec(answer.url)?.[0] ?? ''
    await running.system.stripe.control.pay({ session })
    await running.system.drainQueues()
    return running.anyone.call(api.orders.endpoints.get, { params: { orderId: answer.orderId } })
  }
  const web = await buy({ size: 'web' })
  const upgrade = await buy({ upgradeOf: { orderId: OrderId.parse(web.id), line: 1 } })

  const { said } = await ops('refund', web.id)
  expect(said).toContain(`${upgrade.number} upgrades what goes back, and brings nothing without it`)
  expect(said).toContain(`refund ${upgrade.id} --lines 1.`)
  expect(said).toContain(`Would give back £6.00 of ${web.number}`)
  expect(await ops('refund', upgrade.id, '--lines', '1', '--apply')).toMatchObject({ code: 0 })
  await running.system.drainQueues()
  // Once the upgrade went back there is nothing to be named.
  expect((await ops('refund', web.id)).said).not.toContain('upgrades what goes back')
})

test('what an earlier release stored is counted, completed, and keeps its addresses', async () => {
  expect(await ops('migrate')).toMatchObject({
    code: 0,
    said: '0 photographers, 0 galleries and 0 other items are left.',
  })
  await writeFirstRelease(tableOf(running).table)
  expect(await ops('migrate')).toMatchObject({
    code: 0,
    said: '2 photographers, 8 galleries and 2 other items are left.\nComplete them with --apply.',
  })
  expect(await ops('migrate', '--apply')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Completed \d+\.\n0 photographers, 0 galleries and 0 other items are left\.$/),
  })
  const { gallery } = await running.anyone.call(api.profiles.endpoints.portfolioGallery, {
    params: { subdomain: 'iris', slug: 'smith-wedding-2' },
  })
  expect(gallery.slug).toBe('smith-wedding-2')
})

test('what Stripe told while nobody listened is handled when its events are replayed', async () => {
  const seller = await running.signUp('Bea')
  const { photo } = await galleryOnSale(running, seller, 'Unheard')
  const { sessionId } = await openCheckout(running, [photo.id])
  await running.system.stripe.control.dropWebhooks({ count: 50 })
  await running.system.stripe.control.pay({ session: sessionId })
  expect(await balanceOf(seller)).toMatchObject({ pendingPence: 0 })

  const since = new Date(running.system.clock.now().getTime() - 3_600_000).toISOString()
  const told = await ops('replay-events', '--since', since, '--type', 'checkout.session.completed')
  expect(told).toMatchObject({ code: 0, said: expect.stringContaining('checkout.session.completed') })
  expect(await balanceOf(seller)).toMatchObject({ pendingPence: 0 })

  const replayed = await ops('replay-events', '--since', since, '--type', 'checkout.session.completed', '--apply')
  expect(replayed).toMatchObject({ code: 0, said: expect.stringContaining('events handled') })
  expect(await balanceOf(seller)).toMatchObject({ pendingPence: 1_350 })
  await running.system.stripe.control.calmWebhooks({})
})

test('a discount code works from its creation until it is switched off', async () => {
  const { photo } = await galleryOnSale(running, await running.signUp('Cat'), 'Discounted')
  const quote = () =>
    running.anyone.call(api.orders.endpoints.quote, {
      body: { photoIds: [photo.id], discountCode: 'HARVEST20' },
    })

  expect(await ops('discount-codes', 'create', 'HARVEST20', '--percent', '20')).toMatchObject({ code: 0 })
  expect(await quote()).toMatchObject({ summary: { totalPence: 1_200 } })
  expect(await ops('discount-codes', 'list')).toMatchObject({ code: 0, said: expect.stringContaining('20%  0/any') })

  expect(await ops('discount-codes', 'disable', 'HARVEST20')).toMatchObject({ code: 0 })
  await expect(quote()).rejects.toThrow()
  expect(await ops('discount-codes', 'disable', 'NEVERWAS')).toMatchObject({ code: 1 })
})

test('a photographer whose trial is over has access again until the day that support names', async () => {
  const dan = await running.signUp('Dan')
  const table = tableOf(running)
  await table.endTrial(dan.userId)
  table.close()
  const create = () => dan.own.call(api.galleries.endpoints.create, { body: { title: 'After the trial' } })
  await expect(create()).rejects.toThrow()

  expect(await ops('extend-access', dan.userId, '2999-12-31')).toMatchObject({ code: 0 })

  expect(await create()).toMatchObject({ title: 'After the trial' })
})

test('messages that were set aside are listed and sent again', async () => {
  const { queueControl } = running.system
  const [deadLetters] = running.system.queues().filter(({ name, isDeadLetters }) => isDeadLetters && /holds/.test(name))
  const queue = queueControl.byName(deadLetters?.name ?? '')
  queue?.send('{"orderIds":[]}', {})

  expect(await ops('redrive')).toMatchObject({ code: 0, said: expect.stringContaining(`1  ${deadLetters?.name}`) })
  expect(await ops('redrive', deadLetters?.name ?? '')).toMatchObject({ code: 0 })

  expect(queue?.counts().visible).toBe(0)
})

test('a penny too many is found', async () => {
  const { seller } = await sale('Eve')
  const table = tableOf(running)
  const key = { PK: `USER#${seller.userId}`, SK: 'BALANCE' }
  const { pendingPence } = await balanceOf(seller)
  await table.overwrite(key, { pendingPence: pendingPence + 1 })

  const found = await ops('verify')

  await table.overwrite(key, { pendingPence })
  table.close()
  expect(found.code).toBe(1)
  expect(found.said).toContain(`${seller.userId}: M9 pendingPence is 1351, expected 1350`)
})

test('a command without a place, and one that does not exist, say what to type', async () => {
  const child = (...args: string[]) =>
    new Promise<string>((resolve) => execFile(process.execPath, ['scripts/ops.ts', ...args], (_, out) => resolve(out)))

  expect(await child('refund', 'ord_X')).toContain('--stage dev|prod, or --local')
  expect(await child('refnud')).toContain('Usage: npm run ops')
})

test('the table comes back whole: a copy has the same items in every index, and its books hold', async () => {
  await sale('Fay')

  const drill = await ops('restore-drill')

  expect(drill).toMatchObject({ code: 0, said: expect.stringContaining('The copy is whole') })
  expect(drill.said).toMatch(/by-seller: [1-9]\d* items/)
  expect(drill.said).toMatch(/Money: [1-9]\d* orders/)
})

describe('on the cloud’s way, with settings from AWS and clients by their own variables', () => {
  test('a refund is told, then given, and the books hold', async () => {
    const { seller, orderId, number } = await sale('Gus')
    expect(await cloud.ops('refund', orderId)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Would give back £15.00'),
    })
    expect(await cloud.ops('refund', orderId, '--apply')).toMatchObject({
      code: 0,
      said: expect.stringContaining(`Gave back £15.00 of ${number}`),
    })
    await running.system.drainQueues()
    expect(await balanceOf(seller)).toMatchObject({ pendingPence: 0 })
    expect(await cloud.ops('verify')).toMatchObject({ code: 0, said: expect.stringContaining('Everything holds.') })
  })

  test('unheard events of Stripe are replayed', async () => {
    const seller = await running.signUp('Hal')
    const { photo } = await galleryOnSale(running, seller, 'Unheard above')
    const { sessionId } = await openCheckout(running, [photo.id])
    await running.system.stripe.control.dropWebhooks({ count: 50 })
    await running.system.stripe.control.pay({ session: sessionId })
    const since = new Date(running.system.clock.now().getTime() - 3_600_000).toISOString()
    const replay = ['replay-events', '--since', since, '--type', 'checkout.session.completed']
    expect(await cloud.ops(...replay, '--apply')).toMatchObject({ code: 0 })
    expect(await balanceOf(seller)).toMatchObject({ pendingPence: 1_350 })
    await running.system.stripe.control.calmWebhooks({})
  })

  test('discount codes are made and listed, and access is given', async () => {
    expect(await cloud.ops('discount-codes', 'create', 'CLOUDY35', '--percent', '35')).toMatchObject({ code: 0 })
    expect(await cloud.ops('discount-codes', 'list')).toMatchObject({ said: expect.stringContaining('35%  0/any') })
    const { userId } = await running.signUp('Ida')
    expect(await cloud.ops('extend-access', userId, '2999-12-31')).toMatchObject({ code: 0 })
  })

  test('what was set aside is listed and sent again', async () => {
    const { queueControl } = running.system
    const [deadLetters] = running.system
      .queues()
      .filter(({ name, isDeadLetters }) => isDeadLetters && /holds/.test(name))
    const queue = queueControl.byName(deadLetters?.name ?? '')
    queue?.send('{"orderIds":[]}', {})
    expect(await cloud.ops('redrive')).toMatchObject({ said: expect.stringContaining(`1  ${deadLetters?.name}`) })
    expect(await cloud.ops('redrive', deadLetters?.name ?? '')).toMatchObject({ code: 0 })
    expect(queue?.counts().visible).toBe(0)
  })

  test('the next deployment of the media key is said, from what is deployed', async () => {
    expect(await cloud.ops('rotate', 'media')).toMatchObject({
      code: 0,
      said: expect.stringContaining('-c stage=dev -c mediaKeys=1,2'),
    })
  })
})

test('what a visitor reports is listed and taken down: dark for everybody at once, told to its owner, and what was sold stays', async () => {
  const { seller, photo, orderId } = await sale('Eli')
  const visit = { params: { galleryId: photo.galleryId }, headers: {} }
  const listed = async () =>
    (await running.anyone.call(api.galleries.endpoints.browse, { query: { q: 'Eli' } })).items.map(({ id }) => id)
  expect(await listed()).toEqual([photo.galleryId])
  const body = { galleryId: photo.galleryId, photoId: photo.id, reason: 'privacy', text: 'Not\u001b[2J me' } as const
  await running.anyone.call(api.galleries.endpoints.report, { headers: {}, body })
  const reports = await ops('reports')
  expect(reports.said).toContain(`photo ${photo.id}`)
  expect(reports.said).not.toContain('\u001b')

  expect(await ops('takedown', 'gallery', photo.galleryId)).toMatchObject({ code: 1 })
  expect(await ops('takedown', 'gallery', photo.galleryId, '--reason', 'It was reported.')).toMatchObject({ code: 0 })
  expect(await ops('takedown', 'gallery', photo.galleryId, '--reason', 'Again.')).toMatchObject({
    code: 0,
    said: expect.stringContaining('taken down already'),
  })
  await expect(running.anyone.call(api.galleries.endpoints.get, visit)).rejects.toThrow('gallery_not_found')
  expect(await listed()).toEqual([])
  expect(await seller.own.call(api.galleries.endpoints.getMine, { params: visit.params })).toMatchObject({
    takedown: { reason: 'It was reported.' },
  })
  const bought = { params: { orderId, line: 1 }, body: { size: 'original' } } as const
  const { url } = await running.anyone.call(api.orders.endpoints.download, bought)
  const file = await fetch(new URL(url, running.system.url))
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable'])

  expect(await ops('takedown', 'gallery', photo.galleryId, '--lift')).toMatchObject({ code: 0 })
  expect(await running.anyone.call(api.galleries.endpoints.get, visit)).toMatchObject({ state: 'open' })
  expect((await ops('reports', '--gallery', photo.galleryId)).said).toContain('1 open.')
  expect(await ops('reports', 'close', 'nothing')).toMatchObject({ code: 1 })
  const [, id = ''] = /(rep_\w+)/.exec(reports.said) ?? []
  expect(await ops('reports', 'close', id)).toMatchObject({ code: 0 })
  expect((await ops('reports')).said).toBe('No report is open.')

  await running.anyone.call(api.galleries.endpoints.report, { headers: {}, body: { ...body, text: 'Still' } })
  expect((await ops('reports', 'close', photo.galleryId)).said).toBe(`1 of ${photo.galleryId} are closed.`)
})

test('room for uploads is shown, given and taken back, and nobody who is not there gets any', async () => {
  const { userId } = await running.signUp('Una')
  expect(await ops('quota', userId)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${userId} (trial): 0.0 of 50.0 GB, 0 of 2000 photos`),
  })
  expect((await ops('quota', userId, '--gb', '80', '--photos', '2500')).said).toContain(
    '0.0 of 80.0 GB, 0 of 2500 photos',
  )
  // What is not named stays, and what the plan allows is never less.
  expect((await cloud.ops('quota', userId, '--gb', '1')).said).toContain('0.0 of 50.0 GB, 0 of 2500 photos')
  expect((await ops('quota', userId)).said).toContain('numbers are read in 0 a month')
  expect((await ops('quota', userId, '--numbers', '60000')).said).toContain('numbers are read in 60000 a month')
  expect((await ops('quota', userId)).said).toContain('0 of 2500 photos')
  expect(await ops('quota', userId, '--gb', 'much')).toMatchObject({ code: 1 })
  expect(await ops('quota', 'nobody-at-all', '--gb', '80')).toMatchObject({ code: 1 })
})

test('payouts are held with a reason that the photographer reads, and released', async () => {
  const { seller } = await sale('Vic')
  const hold = (...more: string[]) => ops('hold-payouts', seller.userId, ...more)
  expect(await hold()).toMatchObject({ code: 0, said: expect.stringContaining('payouts are not held') })
  expect(await hold('--reason', 'We are checking a sale with you.')).toMatchObject({
    code: 0,
    said: expect.stringContaining('We are checking a sale with you'),
  })
  expect((await balanceOf(seller)).notice).toMatch(/^Your payouts are on hold: “We are checking a sale with you”\./)
  await expect(seller.own.call(api.payouts.endpoints.request, {})).rejects.toThrow('payouts_on_hold')
  expect(await hold('--reason', ' ')).toMatchObject({ code: 1 })
  expect(await hold('--reason', 'Both', '--release')).toMatchObject({ code: 1 })
  expect(await ops('hold-payouts', 'nobody-at-all', '--release')).toMatchObject({ code: 1 })

  expect(await cloud.ops('hold-payouts', seller.userId, '--release')).toMatchObject({ code: 0 })
  expect((await balanceOf(seller)).notice).toBeNull()
})

test('mails that two people report as unwanted stop, the photographer reads why, and an operator lets them go on', async () => {
  const seller = await running.signUp('Wanda')
  const { id: galleryId } = await seller.own.call(api.galleries.endpoints.create, { body: { title: 'Lowtide' } })
  const invite = async (email: string) => {
    await seller.own.call(api.galleries.endpoints.sendToClient, {
      params: { galleryId },
      headers: { 'idempotency-key': IdempotencyKey.parse(randomUUID()) },
      body: { email },
    })
    await running.system.runJob('sweep-outbox')
    await running.system.drainQueues()
  }
  await invite('complaint+a@simulator.amazonses.com')
  expect((await ops('stopped-mails', seller.userId)).said).toContain('mails are sent. People who complained: 1.')
  await invite('complaint+b@simulator.amazonses.com')
  await expect(invite('client@example.com')).rejects.toThrow('mails_stopped')
  await running.system.runJob('sweep-outbox')
  await running.system.drainQueues()
  const told = running.system.outbox().filter(({ subject }) => subject === 'No more mails are sent for you')
  expect(told.map(({ to }) => to)).toEqual([[seller.email]])

  expect((await ops('stopped-mails', seller.userId)).said).toContain('no mails are sent since')
  expect(await cloud.ops('stopped-mails', seller.userId, '--allow')).toMatchObject({ code: 0 })
  await invite('client@example.com')
  await expect(invite('complaint+a@simulator.amazonses.com')).rejects.toThrow('recipient_unsubscribed')
})

test('mails that could not be sent are counted, without an address, and sent once what kept them is mended', async () => {
  expect(await ops('mails', 'aside')).toMatchObject({ code: 0, said: 'No mail lies aside.' })
  const { table } = tableOf(running)
  const to = 'stuck@example.com'
  const at = running.system.clock.now()
  const data = { name: 'Iris', amountPence: 1_350, isFull: false, balanceUrl: 'https://darkslide.test' }
  const outbox = outboxStore(table)
  const id = MailId.parse(`mai_${'7'.repeat(26)}`)
  await table.write(outboxPut({ id, template: 'payout-sent', to, data, at }))
  const mail = await outbox.claim({ id }, 'claim', at)
  if (mail) await outbox.setAside(mail, 'claim', at)
  const counted = await ops('mails', 'aside')
  expect(counted).toMatchObject({ code: 0, said: expect.stringMatching(/^1 {2}payout-sent, since 2\d{3}-/) })
  expect(counted.said).not.toContain('stuck')
  expect((await ops('mails', 'retry', '--template', 'receipt')).said).toBe('Mails on their way again: 0.')
  expect((await cloud.ops('mails', 'retry')).said).toBe('Mails on their way again: 1.')
  await running.system.runJob('sweep-outbox')
  await running.system.drainQueues()
  expect(running.system.outbox().filter((sent) => sent.to.includes(to))).toHaveLength(1)
  expect((await ops('mails')).code).toBe(1)
})

test('what is safe to withdraw is said with what it is made of, and a key of the other mode asks Stripe nothing', async () => {
  const { seller } = await sale('Mia')
  const { pendingPence } = await balanceOf(seller)
  const { code, said } = await ops('platform-balance')
  expect({ code, pendingPence }).toEqual({ code: 0, pendingPence: 1_350 })
  const lines = said.split('\n').filter((line) => /£[\d,]+\.\d\d$/.test(line))
  const sums = lines.map((line) => Number(line.replaceAll(/[^\d.-]/g, '')))
  expect(lines.map((line) => line.slice(0, 26).trim())).toEqual([
    'available at Stripe',
    'owed to photographers',
    'refunds under way',
    'reserve',
    'safe to withdraw',
  ])
  expect(sums[4]).toBeCloseTo(
    Math.max(
      0,
      sums.slice(0, 4).reduce((sum, each) => sum + each, 0),
    ),
  )
  expect(sums[1]).toBeLessThanOrEqual(-13.5)

  const { table } = tableOf(running)
  const mode = { PK: 'INSTALLATION#STRIPE', SK: 'MODE' }
  const before = await table.get(mode)
  await table.write(put({ ...mode, isLive: true, accountId: 'acct_platform' }, 'always'))
  const refused = await ops('platform-balance')
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('This is not available right now.') })
  expect(refused.said).toContain('the key of Stripe is of the other mode')
  await table.write(before ? put({ ...before, ...mode }, 'always') : remove(mode, 'always'))
})
