import { readdirSync, readFileSync } from 'node:fs'
import { mostMoves } from '#functions/galleries/move-counts.ts'
import { edgeHeaders } from '#functions/shared/http/edge-cache.ts'
import { stageNamed } from '#lib/stage.ts'
import { deliveryConsent } from '#schema/consent.ts'
import type { CountEvent } from '#schema/events/count.ts'
import { GalleryId } from '#schema/ids.ts'
import { catalogueTime, iris } from '#test/support/costs/catalogue.ts'
import { only, property, text } from '#test/support/infra/templates.ts'
import { counting } from '#test/support/market/counting.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { workerOf } from '../fleet.ts'
import { quotas } from '../limits.ts'
import { findBreak, isServed, mainReason, openLoad } from '../load.ts'
import { marketOf } from '../market.ts'
import type { Scenario } from '../result.ts'

const params = { galleryId: iris.galleryIds[0] ?? '' }

/** A function of the API works about so long on its processor for a simple answer (bench/results/api-2026-11-23.md). */
const cpuMs = 5

/** Views of one gallery: what the request does. One process keeps what it read of the gallery, as each of some dozens would. */
const viewsOfOne: Scenario = async (goal) => {
  let copies = 0
  const found = await findBreak(goal, async (perSecond) => {
    const market = await marketOf()
    const { clock, random } = market
    const outcome = await openLoad({
      clock,
      random,
      perSecond,
      seconds: 1,
      request: () =>
        market.copies.run(async () => {
          await clock.wait(cpuMs)
          return market.calls.view({ params, headers: market.browser() })
        }),
    })
    if (perSecond === goal) copies = Math.ceil(market.copies.mean())
    return { holds: isServed(outcome), why: mainReason(outcome) }
  })
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? 'a view is one message, and touches no item',
    demands: { apiRequests: goal, functions: copies },
  }
}

/** While so many view it, others read the same gallery and put it into their carts: not one of them may be refused. */
const readingBeside: Scenario = async (goal) => {
  const readers = 20
  const found = await findBreak(goal, async (perSecond) => {
    const market = await marketOf()
    const { clock, random, calls, copies, browser } = market
    const seconds = 1
    const views = openLoad({
      clock,
      random,
      perSecond,
      seconds,
      request: () => copies.run(() => calls.view({ params, headers: browser() })),
    })
    const reading = openLoad({
      clock,
      random,
      perSecond: readers,
      seconds,
      request: async (n) => {
        await calls.gallery({ params })
        if (n % 4 > 0) return
        await calls.openCheckout({
          headers: { ...browser(), 'idempotency-key': `beside-views-${String(n).padStart(8, '0')}` },
          body: {
            items: [{ photoId: iris.photoIds.first[n % 50] }],
            consent: deliveryConsent.version,
            customer: { name: 'Ada', email: `b${n}@example.com` },
          },
        })
      },
    })
    const [, outcome] = await Promise.all([views, reading])
    return { holds: outcome.served === outcome.asked, why: mainReason(outcome) }
  })
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? 'all 20 readers and 5 buyers a second were served beside the views',
  }
}

/** A batch is what Lambda hands over at once, a message of some 200 bytes. */
const perBatch = 6_000
const ofAll = 20_000_000
const galleryOf = (n: number) => GalleryId.parse(`gal_${String(n).padStart(26, '0')}`)

/**
 * The consumer of the queue of counts over views spread as a market spreads them (each tenfold of rank as many, 20 million
 * galleries): one batch is counted over the table with its limits. It keeps up while its copies count faster than views come.
 */
const viewsOfMarket: Scenario = async (goal) => {
  const { clock, random, limited } = await marketOf()
  const { count } = counting({ table: limited.table, send: async () => {}, log: silent, now: clock.now })
  const batches = 2
  const from = clock.nowMs()
  for (let batch = 0; batch < batches; batch++) {
    const events = Array.from({ length: perBatch }, (_, n): CountEvent => {
      const galleryId = galleryOf(Math.floor((ofAll + 1) ** random()))
      return { kind: 'view', galleryId, who: `${batch} ${n}`, from: String(n % 997), at: clock.now().toISOString() }
    })
    const [failed] = await clock.run([count(events)])
    if (failed === undefined || failed.size > 0) throw new Error('A batch of views failed.')
  }
  const seconds = (clock.nowMs() - from) / 1_000 / batches
  const writesPerView = limited.use.writes / (perBatch * batches)
  const copies = workerOf('CountingCount').atOnce
  const byTime = (copies * perBatch) / seconds
  // Moves in the lists are bounded; all that is left of the partition of listed galleries is theirs.
  const moveUnits = (mostMoves / 600) * 15
  const heldAt = Math.floor(Math.min(byTime, (quotas.tableWrites.most - moveUnits) / writesPerView))
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${copies} counters take ${seconds.toFixed(1)} s for ${perBatch} views each, ${writesPerView.toFixed(2)} write units a view`,
    demands: { tableWrites: Math.ceil(goal * writesPerView + moveUnits), apiRequests: goal },
  }
}

/** What `bench:counts` measured last: the part of its cost before that a view in the market has now. */
const viewCost: Scenario = async () => {
  const results = new URL('../../results/', import.meta.url)
  const newest =
    readdirSync(results)
      .filter((name) => name.startsWith('counts-'))
      .toSorted()
      .at(-1) ?? ''
  const line = readFileSync(new URL(newest, results), 'utf8')
    .split('\n')
    .find((each) => each.includes('market of'))
  const percent = Number(/\*\*([\d.]+)%\*\*/.exec(line ?? '')?.[1])
  const heldAt = Math.round(1_000 / percent) / 10
  return {
    method: 'simulated',
    heldAt,
    breaksAt: heldAt + 0.1,
    because: `${percent}% of what it cost (bench/results/${newest})`,
  }
}

/** Everything of a first page of a gallery, straight from the table. A fiftieth of all limits and of the visitors. */
const share = 1 / 50
const readGallery =
  (request: (market: Awaited<ReturnType<typeof marketOf>>) => (n: number) => Promise<unknown>): Scenario =>
  async (goal) => {
    let reads = 0
    let copies = 0
    const found = await findBreak(goal, async (perSecond) => {
      const market = await marketOf({ share })
      const { clock, random, limited } = market
      const act = request(market)
      const seconds = 3
      const outcome = await openLoad({
        clock,
        random,
        seconds,
        perSecond: perSecond * share,
        request: (n) => market.copies.run(() => act(n)),
      })
      const holds = isServed(outcome)
      if (holds) {
        reads = (limited.use.reads / outcome.asked) * goal
        copies = Math.ceil((market.copies.mean() * goal) / (perSecond * share))
      }
      return { holds, why: limited.hottest()?.partition ?? mainReason(outcome) }
    })
    return {
      method: 'sampled',
      heldAt: found.heldAt,
      breaksAt: found.breaksAt,
      because: found.why ? `partition ${found.why.replaceAll(/_0+/g, '_…')}` : 'no partition is full',
      demands: { tableReads: Math.ceil(reads), functions: copies },
    }
  }

const uncached = readGallery(({ calls, browser }) => async () => {
  await Promise.all([
    calls.gallery({ params }),
    calls.photos({ params }),
    calls.likeState({ params, headers: browser() }),
  ])
})

/** Regional caches of CloudFront: without Origin Shield each asks by itself. */
const regionalCaches = () =>
  text(only('AWS::CloudFront::Distribution').Properties).includes('"OriginShield"') ? 1 : 13
const sharedSeconds = () =>
  Number(/s-maxage=(\d+)/.exec(edgeHeaders({ tags: [] }, catalogueTime)['cache-control'] ?? '')?.[1] ?? 0)
/** The same with the edge, which asks once a regional cache and life of an answer; whether it was liked is never kept. */
const behindEdge = readGallery(({ calls, browser, clock }) => {
  const kept = new Map<string, number>()
  const [caches, seconds] = [regionalCaches(), sharedSeconds()]
  const atEdge = async (name: string, ask: () => Promise<unknown>, n: number) => {
    const place = `${name} ${n % Math.max(1, Math.round(caches * share))}`
    if ((kept.get(place) ?? 0) > clock.nowMs()) return
    kept.set(place, clock.nowMs() + seconds * 1_000)
    await ask()
  }
  return async (n) => {
    await Promise.all([
      atEdge('gallery', () => calls.gallery({ params }), n),
      atEdge('photos', () => calls.photos({ params }), n),
      calls.likeState({ params, headers: browser() }),
    ])
  }
})

/** Calls of a first visit to one gallery that no cache answers: its session, whether it was liked, the view. */
const uncachedCalls = 3
const apiStage: Scenario = async (goal) => {
  const { perSecond } = stageNamed('prod').apiRate.answers
  const heldAt = Math.floor(perSecond / uncachedCalls)
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `the stage lets ${perSecond} calls a second through; ${uncachedCalls} of a visit are never kept`,
    demands: { apiRequests: goal * uncachedCalls },
  }
}

/** Requests and bytes of a first visit: the page's files, pictures and calls (docs/cost.md). */
const visit = { requests: 81, bytes: 3_050_000 } as const
const edge: Scenario = async (goal) => {
  const byRequests = Math.floor(quotas.edgeRequests.most / visit.requests)
  const byBytes = Math.floor((quotas.edgeGigabits.most * 1e9) / 8 / visit.bytes)
  const heldAt = Math.min(byRequests, byBytes)
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${visit.requests} requests and ${visit.bytes / 1e6} MB a first visit; the distribution’s quota`,
    demands: { edgeRequests: goal * visit.requests, edgeGigabits: (goal * visit.bytes * 8) / 1e9 },
  }
}

const minutes: Record<string, number> = { minutes: 1, hours: 60, days: 1_440 }
const signedIn: Scenario = async (goal) => {
  const client = only('AWS::Cognito::UserPoolClient')
  const validity = Number(property(client, 'AccessTokenValidity') ?? 1)
  const unit = String(property(client, 'TokenValidityUnits.AccessToken') ?? 'hours')
  const lifeSeconds = validity * (minutes[unit] ?? 60) * 60
  const heldAt = quotas.signIns.most * lifeSeconds
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `each browser refreshes its token every ${lifeSeconds / 60} minutes`,
    demands: { signIns: Math.ceil(goal / lifeSeconds) },
  }
}

export const visitScenarios = {
  viewCost,
  viewsOfOne,
  viewsOfMarket,
  readingBeside,
  uncached,
  behindEdge,
  apiStage,
  edge,
  signedIn,
}
