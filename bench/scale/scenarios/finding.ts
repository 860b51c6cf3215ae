import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { update } from '#functions/shared/table/writes.ts'
import { limits } from '#schema/limits.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { catalogueTime, galleryOf, iris, renditionsOf } from '#test/support/costs/catalogue.ts'
import type { LimitedTable } from '../limited-table.ts'
import { partitionLimits } from '../limits.ts'
import { findBreak } from '../load.ts'
import { type Market, marketOf } from '../market.ts'
import type { Scenario } from '../result.ts'

const Card = {
  titleOf: (card: unknown): string => String(Object.entries(card ?? {}).find(([name]) => name === 'title')?.[1]),
}
const itemsOf = (answer: unknown, name = 'items'): unknown[] => {
  const found = Object.entries(answer ?? {}).find(([each]) => each === name)?.[1]
  return Array.isArray(found) ? found : []
}
const textOf = (answer: unknown, name: string): string | undefined => {
  const found: unknown = Object.entries(answer ?? {}).find(([each]) => each === name)?.[1]
  return typeof found === 'string' ? found : undefined
}
const base = 1_000_000

/** More galleries of the photographer whose page is visited; each title is its own but for the two that are named alike. */
const giveGalleries = async ({ limited }: Market, count: number, titleOf: (n: number) => string) => {
  const store = galleryStore(limited.items)
  const profile = aProfile({ userId: iris.userId, displayName: 'Iris', subdomain: iris.pageName })
  const slugs: string[] = []
  for (let n = 0; n < count; n++) {
    const title = titleOf(n)
    const gallery = {
      ...galleryOf(1),
      id: galleryIdOf(base + n),
      title,
      slug: title.toLowerCase().replaceAll(' ', '-'),
      description: '',
      cover: null,
      createdAt: new Date(catalogueTime.getTime() - (count - n) * 60_000).toISOString(),
    }
    const made = await store.create(gallery, { at: catalogueTime, owner: profileUnchanged(profile) })
    slugs.push(typeof made === 'object' && made !== null ? made.slug : gallery.slug)
  }
  return slugs
}

/** Each address is one read by its key, so a tenth of the galleries tells of all. */
const tenthOf = 10
/** Whether every address still leads to its own gallery, 40 of them tried; and what a private one's address shows. */
const addresses: Scenario = async (goal) => {
  const found = await findBreak(
    goal,
    async (galleries) => {
      const count = Math.round(galleries / tenthOf)
      const market = await marketOf()
      const { calls, clock, limited } = market
      const slugs = await giveGalleries(market, count, (n) => (n < 2 ? 'smith wedding' : `evening ${n}`))
      const leads = async (n: number): Promise<string | undefined> => {
        const [answer] = await clock.run([
          calls
            .portfolioGallery({ params: { subdomain: iris.pageName, slug: slugs[n] ?? '' } })
            .then((page) => textOf(Object.entries(page ?? {}).find(([name]) => name === 'gallery')?.[1], 'id'))
            .catch(() => undefined),
        ])
        return answer
      }
      const sample = Array.from({ length: 40 }, (_, n) => Math.floor((n * (count - 1)) / 39))
      for (const n of sample) {
        if ((await leads(n)) !== galleryIdOf(base + n)) return { holds: false, why: `gallery ${n} of ${count}` }
      }
      const first = galleryIdOf(base)
      const hidden = { set: { isPublic: false }, remove: ['publicKey'], when: 'present' as const }
      await limited.items.write(update({ PK: `GALLERY#${first}`, SK: 'GALLERY' }, hidden))
      return { holds: (await leads(0)) === undefined, why: 'the address of a private gallery shows another one' }
    },
    1,
  )
  return {
    method: 'sampled',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because:
      found.why ??
      `each of 40 addresses among ${Math.round(goal / tenthOf)} galleries leads to its own, by one read of a key, and a private one’s to none`,
  }
}

/** Galleries that one page of a portfolio carries, and how large its answer is. */
const portfolioPage: Scenario = async (goal) => {
  const market = await marketOf()
  await giveGalleries(market, 400, (n) => `evening ${n}`)
  const [answer] = await market.clock.run([market.calls.portfolio({ params: { subdomain: iris.pageName } })])
  const cards = itemsOf(answer, 'galleries').length
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  const isPaged = cards <= goal
  return {
    method: 'simulated',
    heldAt: isPaged ? goal : 0,
    breaksAt: isPaged ? undefined : goal,
    because: `a page of ${cards} galleries in ${Math.round(bytes / 1_000)} kB`,
  }
}

/** More than one query's megabyte of galleries that begin with the word, newest and oldest among them. */
const common = 10_100
const exactWord = 'light'
const makeCrowdedMarket = async () => {
  const market = await marketOf({ galleries: common })
  await giveGalleries(market, 3, (n) => `${exactWord} ${n} x`)
  return { market }
}
let crowded: ReturnType<typeof makeCrowdedMarket> | undefined
/** Made once: searches change nothing. */
const crowdedMarket = () => {
  crowded ??= makeCrowdedMarket()
  return crowded
}

const exactWords: Scenario = async (goal) => {
  const { market } = await crowdedMarket()
  const ask = async (q: string) => (await market.clock.run([market.calls.browse({ query: { q } })]))[0]
  const first = itemsOf(await ask(exactWord)).map(Card.titleOf)
  const found = first.slice(0, goal).filter((title) => title.split(' ')[0] === exactWord).length
  return {
    method: 'simulated',
    heldAt: found,
    breaksAt: found < goal ? goal : undefined,
    because: `${found} of the ${goal} newest with the exact word come first, of ${common} that begin with it`,
  }
}
/** Two words of which each alone has more galleries than one query reads. */
const bothWords: Scenario = async (goal) => {
  const { market } = await crowdedMarket()
  const wanted = Array.from({ length: goal }, (_, n) =>
    String(Math.floor(((n + 1) * common) / (goal + 1))).padStart(7, '0'),
  )
  let found = 0
  for (const number of wanted) {
    const [answer] = await market.clock.run([market.calls.browse({ query: { q: `lightwork ${number}` } })])
    if (
      itemsOf(answer)
        .map(Card.titleOf)
        .some((title) => title.endsWith(number))
    )
      found += 1
  }
  return {
    method: 'simulated',
    heldAt: found,
    breaksAt: found < goal ? goal : undefined,
    because: `${found} of ${goal} galleries anywhere among ${common} are found by a common word and a rare one`,
  }
}

/** One search that no cache answers; so many a second fill the partition that it reads most. */
const searching =
  (q: string): Scenario =>
  async (goal) => {
    const { market } = await crowdedMarket()
    const { clock, calls, limited } = market
    const before = readsSoFar(limited)
    await clock.run([calls.browse({ query: { q } })])
    const { all, hottest } = readsSince(limited, before)
    const heldAt = tenth(partitionLimits.reads.most / hottest)
    return {
      method: 'sampled',
      heldAt,
      breaksAt: heldAt + 0.1,
      because: `${all} read units a search, ${hottest} of one partition`,
      demands: { tableReads: Math.ceil(goal * all) },
    }
  }

const readsSoFar = ({ use }: LimitedTable) => ({ reads: use.reads, queries: use.queries, readOf: new Map(use.readOf) })
const readsSince = ({ use }: LimitedTable, before: ReturnType<typeof readsSoFar>) => ({
  all: use.reads - before.reads,
  queries: use.queries - before.queries,
  hottest: Math.max(0.5, ...[...use.readOf].map(([partition, units]) => units - (before.readOf.get(partition) ?? 0))),
})
const tenth = (value: number) => Math.floor(value * 10) / 10

/** "Find my number": every call that the browser makes until it has a hit, or the end. */
const insideGallery: Scenario = async (goal) => {
  const market = await marketOf()
  const { clock, calls, limited } = market
  const galleryId = galleryIdOf(2)
  const photos = photoStore(limited.items)
  const count = 60_000
  for (let n = 0; n < count; n++) {
    const id = photoIdOf(base + n)
    await photos.create(
      aPhoto({
        id,
        galleryId,
        photographerId: iris.userId,
        title: `Runner ${n}`,
        renditions: renditionsOf(galleryId, id),
        createdAt: new Date(catalogueTime.getTime() - n * 1_000).toISOString(),
      }),
    )
  }
  const before = readsSoFar(limited)
  const from = clock.nowMs()
  let requests = 0
  let hit = false
  const read = async (cursor?: string) => {
    const query: Record<string, string> = { q: '31415', ...(cursor !== undefined && { cursor }) }
    const [answer] = await clock.run([calls.photos({ params: { galleryId }, query })])
    return { answer, next: textOf(answer, 'nextCursor') }
  }
  for await (const { answer } of eachPage(read)) {
    requests += 1
    hit = itemsOf(answer).length > 0
    if (hit) break
  }
  const { all, queries, hottest } = readsSince(limited, before)
  // A number that is there and is not found is no search.
  const heldAt = hit ? tenth(partitionLimits.reads.most / hottest) : 0
  const seconds = ((clock.nowMs() - from) / 1_000).toFixed(1)
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 0.1,
    because: `${hit ? 'found' : 'not found'} after ${requests} calls, ${queries} queries, ${all} read units and ${seconds} s; ${hottest} units of one partition`,
    demands: { tableReads: Math.ceil(goal * all) },
  }
}

/** What an own list answers at once, of a photographer with very many galleries. */
const ownLists: Scenario = async (goal) => {
  const market = await marketOf()
  await giveGalleries(market, 400, (n) => `evening ${n}`)
  const before = market.limited.use.reads
  const [answer] = await market.clock.run([market.calls.mine({ isIris: true })])
  const shown = itemsOf(answer).length
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  return {
    method: 'simulated',
    heldAt: shown <= 100 ? goal : 0,
    breaksAt: shown <= 100 ? undefined : goal,
    because: `one answer has ${shown} of them, ${Math.round(bytes / 1_000)} kB, ${market.limited.use.reads - before} read units, however many there are (${limits.gallery.perPage} cards a page elsewhere)`,
  }
}

export const findingScenarios = {
  addresses,
  portfolioPage,
  exactWords,
  bothWords,
  searchCommon: searching('lightwork'),
  searchBeginning: searching('li'),
  insideGallery,
  ownLists,
}
