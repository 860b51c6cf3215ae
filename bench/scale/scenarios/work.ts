import { compareSessions } from '#functions/books/compare-sessions.ts'
import { compareEnded, handOutEnded } from '#functions/books/ended-checkouts.ts'
import { choreStore } from '#functions/chores/chore-store.ts'
import { chorePut } from '#functions/chores/chore-writes.ts'
import type { ChoreStep, ChoreSteps } from '#functions/chores/do-chores.ts'
import { runMs } from '#functions/chores/limits.ts'
import { orphanStore } from '#functions/galleries/orphan-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { quotaKeys } from '#functions/galleries/quota-store.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { sweepBatch } from '#functions/media/sweep-batch.ts'
import { sweepUploads } from '#functions/media/sweep-uploads.ts'
import { fetchedStore, reminderPut } from '#functions/orders/fetched-store.ts'
import { keepingChores } from '#functions/orders/keep-files.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { downloadChores } from '#functions/orders/remind-of-downloads.ts'
import type { Period } from '#functions/payments/payments.ts'
import { refundStore } from '#functions/payments/refund-store.ts'
import { workersCallsPerSecond } from '#functions/payments/stripe-pace.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { placeStore } from '#functions/shared/table/place-store.ts'
import { shardOf, workShards } from '#functions/shared/table/shards.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { BooksPart } from '#schema/events/books.ts'
import { SweepBatch } from '#schema/events/sweep.ts'
import { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { iris } from '#test/support/costs/catalogue.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { workerOf } from '../fleet.ts'
import { delays, quotas } from '../limits.ts'
import { findBreak, isServed, mainReason, openLoad } from '../load.ts'
import { marketOf } from '../market.ts'
import type { Scenario } from '../result.ts'
import type { VirtualClock } from '../virtual-clock.ts'

/** As a race's photo is drawn: a progressive JPEG of 24 megapixels (bench/results/render-2026-11-20.md), fetched and put. */
const drawing = { cpuMs: 320, wholeProcessorMb: 1_769, memoryMb: 2_048, transferMs: 250 } as const
const drawMs = (drawing.cpuMs * drawing.wholeProcessorMb) / drawing.memoryMb + drawing.transferMs

/** Photos that are drawn a minute, all photographers together. */
const rendering: Scenario = async (goal) => {
  const { atOnce } = workerOf('RenderingRenderPhoto')
  const heldAt = Math.floor((atOnce * 60_000) / drawMs)
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${atOnce} copies draw a photo in ${Math.round(drawMs)} ms each; beyond it photos wait, none is lost`,
    demands: { functions: Math.ceil((goal * drawMs) / 60_000) },
  }
}

/** Photos of one gallery that become ready: each counts up the same gallery, in a transaction. */
const readyInOneGallery: Scenario = async (goal) => {
  const found = await findBreak(goal, async (perMinute) => {
    const { clock, random, limited, calls } = await marketOf()
    const perSecond = perMinute / 60
    // No more photos than tell.
    const seconds = Math.min(3, Math.max(0.5, 150 / perSecond))
    const waiting = Array.from({ length: Math.round(perSecond * seconds) }, (_, n) =>
      aPendingPhoto({ id: photoIdOf(2_000_000 + n), galleryId: galleryIdOf(2), photographerId: iris.userId }),
    )
    for (const photo of waiting) await photoStore(limited.items).create(photo)
    const drawn = aPhoto({})
    const outcome = await openLoad({
      clock,
      random,
      perSecond,
      seconds,
      // What comes later is drawn again by the queue's next delivery.
      withinMs: 10_000,
      request: async (n) => {
        const photo = waiting[n]
        if (photo) await calls.parts.photos.becomeReady(photo, { ...drawn, original: drawn.original })
      },
    })
    return { holds: isServed(outcome), why: mainReason(outcome) }
  })
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? 'none met another',
  }
}

/** Files of a photo's renditions; each is a write below `media/`. */
const renditionsEach = 5
/** How many of S3's prefixes new photos spread over: by the first two characters that differ between galleries of one moment. */
const storing: Scenario = async () => {
  const { calls } = await marketOf()
  const keys = Array.from({ length: 2_000 }, () => {
    const [galleryId, photoId] = [calls.parts.ids.gallery(), calls.parts.ids.photo()]
    return mediaKeys.renditionsOf({ galleryId, photoId })[0]
  })
  const [first = ''] = keys
  const names = new Set(keys.map((key) => key.slice('media/'.length, 'media/'.length + 2)))
  const names10 = new Set(keys.map((key) => key.slice('media/'.length, 'media/'.length + 12)))
  // Characters that all have in common, and that are the time, are no prefix of their own.
  const prefixes = names.size > 1 ? names.size : 1
  const heldAt = Math.floor((quotas.objectPuts.most * prefixes) / renditionsEach) * 60
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `keys as ${first.slice(0, 14)}…: ${prefixes} beginnings of two characters, ${names10.size} of twelve, among 2,000 galleries of one moment`,
  }
}

/** A lost payment is to be found within fifteen minutes (M7 of test/support/payments/calm-checks.ts); runs come every five. */
const [foundSeconds, runSeconds] = [15 * 60, 5 * 60]
/** Of checkouts; the others are paid: 400 a second are 240 that nobody pays. */
const abandonedPart = 0.6
/** Checkouts that nobody pays: what Stripe told of them and of the paid ones is gone through, piece by piece. */
const openOrders: Scenario = async (goal) => {
  const market = await marketOf()
  const { clock, calls, limited, browser } = market
  const count = 200
  await clock.run(
    Array.from({ length: count }, (_, n) =>
      calls.openCheckout({
        headers: { ...browser(), 'idempotency-key': `open-checkout-${String(n).padStart(8, '0')}` },
        body: {
          items: [{ photoId: iris.photoIds.first[n % 50] }],
          consent: deliveryConsent.version,
          customer: { name: 'Ada', email: `b${n}@example.com` },
        },
      }),
    ),
  )
  const ids = calls.stripe.sessions().map(({ id }) => id)
  for (const [index, id] of ids.entries()) if (index >= count * abandonedPart) calls.stripe.pay(id)
  await clock.run([clock.wait(32 * 60_000)])
  calls.stripe.tick()
  // But for one, whose news were lost.
  const [lost = '', ...told] = ids.toReversed()
  await clock.run(told.map((id) => calls.parts.converge(id)))
  const payments = {
    listEnded: async (period: Period, after?: string) => {
      await clock.wait(delays.stripe.ms)
      return calls.stripe.payments.listEnded(period, after)
    },
  }
  const compare = compareEnded({ ...calls.parts, payments })
  const period = { since: new Date(clock.now().getTime() - 3_600_000) }
  const from = clock.nowMs()
  const [found] = await clock.run([compare({ period, hasTime: () => true })])
  if (found?.settled !== 1) throw new Error(`The payment of ${lost} was not found.`)
  const eachMs = (clock.nowMs() - from) / count
  const places = placeStore(limited.items)
  const pieces: BooksPart[] = []
  const handOut = handOutEnded({
    places,
    send: async (_, messages) => void pieces.push(...messages.map((message) => BooksPart.parse(message))),
    now: clock.now,
  })
  await handOut()
  pieces.length = 0
  await clock.run([clock.wait(runSeconds * 1_000)])
  await handOut()
  const { atOnce } = workerOf('ComparePart', 'Orders')
  const piecesSeconds = pieces.reduce(
    (sum, piece) => sum + (piece.kind === 'ended' ? (Date.parse(piece.until) - Date.parse(piece.since)) / 1_000 : 0),
    0,
  )
  const perPiece = piecesSeconds / pieces.length
  const endedPerSecond = ((foundSeconds - runSeconds) * 1_000) / eachMs / perPiece
  const heldAt = Math.floor(endedPerSecond * abandonedPart)
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${eachMs.toFixed(1)} ms a checkout of which Stripe told something, a page of 100 at a time; ${pieces.length} pieces a run side by side (${atOnce} workers), two of five checkouts paid`,
    demands: { stripeEndpoint: Math.ceil(((goal / abandonedPart) * (piecesSeconds / runSeconds)) / 100 / 0.7) },
  }
}

/** From 03:30 until people come. */
const nightSeconds = 4 * 3_600
/** So many checkouts of one photo each, opened at once, paid and completed. */
const sellAtOnce = async ({ clock, calls, browser }: Awaited<ReturnType<typeof marketOf>>, count: number) => {
  await clock.run(
    Array.from({ length: count }, (_, n) =>
      calls.openCheckout({
        headers: { ...browser(), 'idempotency-key': `paid-checkout-${String(n).padStart(8, '0')}` },
        body: {
          items: [{ photoId: iris.photoIds.first[n % 50] }],
          consent: deliveryConsent.version,
          customer: { name: 'Ada', email: `b${n}@example.com` },
        },
      }),
    ),
  )
  const sessions = calls.stripe.sessions().map(({ id }) => id)
  for (const id of sessions) calls.stripe.pay(id)
  await clock.run(sessions.map((id) => calls.parts.converge(id)))
}

const comparedDays = 3
/** Paid sessions of the last days, each against its order, in one night's run. */
const comparing: Scenario = async (goal) => {
  const market = await marketOf()
  const { clock, calls, limited } = market
  const count = 100
  await sellAtOnce(market, count)
  const from = clock.nowMs()
  const payments = {
    findCharge: calls.stripe.payments.findCharge,
    listSessions: async (period: Period, after?: string) => {
      await clock.wait(delays.stripe.ms)
      return calls.stripe.payments.listSessions(period, after)
    },
  }
  const compare = compareSessions({ ...calls.parts, payments, refunds: refundStore(limited.table) })
  const period = { since: new Date(clock.now().getTime() - comparedDays * 86_400_000) }
  await clock.run([compare({ period, hasTime: () => true })])
  const eachMs = (clock.nowMs() - from) / count
  // Each day of the list is a chain of parts of its own.
  const heldAt = Math.floor((nightSeconds * 1_000) / eachMs)
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${eachMs.toFixed(1)} ms a paid session, a page of 100 at a time; each of ${comparedDays} days goes on by itself until the morning`,
    demands: { stripeEndpoint: Math.ceil((goal * comparedDays) / 100 / nightSeconds / 0.7) },
  }
}

/** Deleted photos whose files go in a night. */
const sweeping: Scenario = async () => {
  const { clock, limited, calls } = await marketOf()
  const count = 1_000
  const photos = photoStore(limited.items)
  for (let n = 0; n < count; n++) {
    const photo = aPhoto({ id: photoIdOf(3_000_000 + n), galleryId: galleryIdOf(2), photographerId: iris.userId })
    await photos.create(photo)
    await photos.remove(photo, new Date(clock.now().getTime() - 3 * 86_400_000))
  }
  // What they take of the photographer's room, which is given back with their files.
  const { bytes } = aPhoto({})
  await limited.items.write(put({ ...quotaKeys.stored(iris.userId), bytes: bytes * count, photos: count }, 'always'))
  const object = async <T>(answer: T): Promise<T> => {
    await clock.wait(delays.object.ms)
    return answer
  }
  const due: SweepBatch[] = []
  const send = async (_: string, messages: readonly unknown[]) => {
    due.push(...messages.map((message) => SweepBatch.parse(message)))
  }
  const parts = { ...calls.parts, orphans: orphanStore(limited.table), log: silent, send }
  const from = clock.nowMs()
  await clock.run([sweepUploads(parts)()])
  const findingMs = (clock.nowMs() - from) / count
  const sweep = sweepBatch({
    ...parts,
    storage: { head: () => object(undefined), list: () => object([]), remove: () => object(undefined) },
  })
  const { atOnce } = workerOf('UploadSweepingSweepBatch')
  // All of one photographer, whose sum each batch changes: side by side, as the workers are.
  const begun = clock.nowMs()
  let again = 0
  const oneWorker = async () => {
    for (let batch = due.pop(); batch; batch = due.pop()) {
      try {
        await sweep(batch)
      } catch {
        // The others changed the same sum all the while: the queue hands it out again, behind what it has.
        again += 1
        due.unshift(batch)
      }
    }
  }
  await clock.run(Array.from({ length: atOnce }, oneWorker))
  const eachMs = (clock.nowMs() - begun) / count
  const pages = await clock.run(workShards.map((shard) => parts.orphans.listDue(shard, { now: clock.now() })))
  const left = pages.flatMap(({ refs }) => refs)
  if (left.length > 0) throw new Error(`${left.length} photos were not swept.`)
  const { timeoutSeconds } = workerOf('UploadSweepingSweepUploads')
  const heldAt = Math.floor(Math.min((nightSeconds * 1_000) / eachMs, (timeoutSeconds * 1_000) / findingMs))
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${findingMs.toFixed(2)} ms a photo to find it, in a run of ${timeoutSeconds} s; ${eachMs.toFixed(1)} ms a photo for ${atOnce} workers together, until the morning; ${again} of ${count / 25} messages came again`,
  }
}

/** The same for every chore, whichever kind it is. */
const stepsOf = (step: ChoreStep): ChoreSteps => ({
  'rerender-gallery': step,
  'cut-cover': step,
  'pass-cover-on': step,
  'clear-gallery': step,
  'forget-gallery': step,
  'show-prices': step,
  'order-photos': step,
  'price-photos': step,
  'clear-set': step,
  'read-numbers': step,
  'check-numbers': step,
  'unlist-gallery': step,
  'warn-of-expiry': step,
  'clear-visitors': step,
  'tell-week-before-closing': step,
  'tell-day-before-closing': step,
  'sum-up-sales': step,
  'remind-of-downloads': step,
  'remind-of-cart': step,
  'carry-profile': step,
  'sweep-logo': step,
  'warn-of-trial-end': step,
  'fill-proof-session': step,
  'clear-proof-session': step,
  'remind-proof-client': step,
  'sweep-order': step,
  'grow-order': step,
  'grow-wholes': step,
  'keep-files': step,
  'forget-buyer': step,
})

/** A function's processor, of which each request to the table takes its part, one after the other. */
const onProcessor = (table: Table, clock: VirtualClock): Table => {
  let freeAtMs = 0
  const work = async () => {
    freeAtMs = Math.max(freeAtMs, clock.nowMs()) + delays.processor.ms
    await clock.wait(freeAtMs - clock.nowMs())
  }
  return {
    get: (...asked) => work().then(() => table.get(...asked)),
    getMany: (...asked) => work().then(() => table.getMany(...asked)),
    query: (...asked) => work().then(() => table.query(...asked)),
    write: (...asked) => work().then(() => table.write(...asked)),
    transact: (...asked) => work().then(() => table.transact(...asked)),
  }
}

/** Runs begin every minute; so many are at work while there is more to do than they do. */
const runsAtOnce = () => Math.min(workerOf('ChoresFinish').atOnce, runMs / 60_000)
/** Of a day's sales in the rush: 400 checkouts a second for an hour, of which two of five are paid. */
const rushPerSecond = 400 * (1 - abandonedPart)

/** What each sale leaves, done by one copy of the timed job: a sale's files are kept, its buyer is reminded. */
const choresOfSales: Scenario = async () => {
  const market = await marketOf()
  const { clock, calls, limited } = market
  const count = 100
  await sellAtOnce(market, count)
  const completed = limited.items.all().filter(({ kind }) => kind === 'keep-files')
  if (completed.length !== count) throw new Error(`${completed.length} orders left their files to be kept.`)
  for (const { subject } of completed) await limited.items.write(reminderPut(OrderId.parse(subject), clock.now()))
  const dueAfterMs = limits.order.remindAfterDays * 86_400_000
  await clock.run([clock.wait(dueAfterMs)])
  const table = onProcessor(limited.table, clock)
  const parts = { ...calls.parts, orders: orderStore(table), siteUrl: () => 'https://darkslide.test' }
  const run = finishChores({
    chores: choreStore(table),
    steps: {
      ...stepsOf(async () => {}),
      ...downloadChores({ ...parts, fetched: fetchedStore(table) }),
      ...keepingChores({ ...parts, photos: photoStore(table), files: orderFileStore(table) }),
    },
    log: silent,
    now: clock.now,
  })
  const from = { ms: clock.nowMs(), requests: limited.use.requests }
  const [found] = await clock.run([run()])
  if (found?.done !== 2 * count) throw new Error(`${found?.done} of ${2 * count} chores were done.`)
  const eachMs = (clock.nowMs() - from.ms) / (2 * count)
  const requests = (limited.use.requests - from.requests) / (2 * count)
  const perSecond = (runsAtOnce() * 1_000) / eachMs
  const heldAt = Math.floor(perSecond * 86_400)
  const rush = 2 * rushPerSecond
  const catchUp = perSecond >= rush ? 0 : ((rush - perSecond) * 60) / perSecond
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${requests.toFixed(1)} requests and ${eachMs.toFixed(1)} ms a chore, ${Math.floor(perSecond)} a second by ${runsAtOnce()} runs at once. A rush of ${rushPerSecond} sales a second for an hour, and of their reminders in the same hour, is done ${Math.ceil(catchUp)} minutes after its end`,
  }
}

/** A person waits for one chore, of a shard that a rush of sales has filled; every run has a copy of its own. */
const choreBehindSales: Scenario = async (goal) => {
  const found = await findBreak(
    goal,
    async (count) => {
      const { clock, limited } = await marketOf()
      const dueAt = (minutesAgo: number) => new Date(clock.now().getTime() - minutesAgo * 60_000).toISOString()
      for (let n = 0; n < count; n++)
        await limited.items.write(chorePut({ kind: 'keep-files', subject: `order-${n}`, dueAt: dueAt(60) }))
      await limited.items.write(chorePut({ kind: 'read-numbers', subject: 'race', dueAt: dueAt(0) }))
      const from = clock.nowMs()
      let begunMs = Number.POSITIVE_INFINITY
      // Once it is, there is nothing more to see, and the runs end.
      const now = () => new Date(clock.nowMs() + (begunMs === Number.POSITIVE_INFINITY ? 0 : 2 * runMs))
      const runOn = (table: Table) =>
        finishChores({
          chores: choreStore(table),
          steps: {
            ...stepsOf(async () => {}),
            'keep-files': async (subject) => {
              // As many requests as it has for an order.
              for (let request = 0; request < 5; request++) await table.get({ PK: `ORDER#${subject}`, SK: 'META' })
            },
            'read-numbers': async () => {
              begunMs = clock.nowMs() - from
            },
          },
          log: silent,
          now,
        })
      // Not all has to be done: the runs of three minutes tell.
      await clock.run(
        Array.from({ length: 3 }, async (_, minute) => {
          await clock.wait(minute * 60_000)
          await runOn(onProcessor(limited.table, clock))()
        }),
      )
      return { holds: begunMs <= 180_000, why: 'the race waits behind them' }
      // No more: filling the table takes the bench longer than all else here.
    },
    1,
  )
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? 'its list is another, and its workers are its own',
  }
}

/** Chores that fail for ever, all due before a good one of the same shard: it must be done within ten runs. */
const runs = 10
const failingChores: Scenario = async (goal) => {
  const found = await findBreak(goal, async (failing) => {
    const { clock, limited } = await marketOf()
    const [shard] = [shardOf('good')]
    const bad: string[] = []
    for (let n = 0; bad.length < failing; n++) if (shardOf(`bad-${n}`) === shard) bad.push(`bad-${n}`)
    const dueAt = (minutesAgo: number) => new Date(clock.now().getTime() - minutesAgo * 60_000).toISOString()
    for (const subject of bad) await limited.items.write(chorePut({ kind: 'clear-gallery', subject, dueAt: dueAt(60) }))
    await limited.items.write(chorePut({ kind: 'clear-gallery', subject: 'good', dueAt: dueAt(30) }))
    let isDone = false
    const step = async (subject: string) => {
      await clock.wait(50)
      if (subject !== 'good') throw new Error('It fails again.')
      isDone = true
    }
    const steps = stepsOf(step)
    const run = finishChores({ chores: choreStore(limited.table), steps, log: silent, now: clock.now })
    for (let n = 0; n < runs && !isDone; n++) {
      await clock.run([run()])
      await clock.run([clock.wait(60_000)])
    }
    return { holds: isDone, why: `not done in ${runs} runs` }
  })
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? `done within ${runs} runs`,
  }
}

/** Of a weekly payout: the account is read, and each share is one transfer (docs/money.md). */
const salesEach = 6
/** What Stripe gives whoever asks for payouts alone. */
const stripeForPayouts = 100
const monday: Scenario = async (goal) => {
  const calls = salesEach + 1
  const perSecond = workersCallsPerSecond(stripeForPayouts)
  const heldAt = Math.floor((perSecond * 86_400) / calls)
  const unraised = Math.floor((workersCallsPerSecond(quotas.stripeEndpoint.most) * 86_400) / calls)
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${perSecond} calls a second for workers when Stripe takes ${stripeForPayouts} on one endpoint, ${calls} a seller of ${salesEach} sales; ${unraised} sellers as delivered`,
    demands: {
      stripeEndpoint: Math.ceil((goal * salesEach) / 86_400),
      stripeAccount: Math.ceil((goal * calls) / 86_400),
    },
  }
}

export const workScenarios = {
  rendering,
  readyInOneGallery,
  storing,
  openOrders,
  comparing,
  sweeping,
  failingChores,
  choresOfSales,
  choreBehindSales,
  monday,
}
