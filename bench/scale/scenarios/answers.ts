import { getSalesAnalytics } from '#functions/analytics/get-sales-analytics.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { sitemapPart } from '#functions/pages/sitemap.ts'
import { daysDown } from '#functions/payments/kept-days.ts'
import { soldDayStore } from '#functions/payments/sold-day-store.ts'
import { exportChoice } from '#functions/proofing/export-choice.ts'
import { api } from '#schema/api/all.ts'
import { Earning } from '#schema/entities/earning.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { SoldSums } from '#schema/entities/sold-day.ts'
import { limits } from '#schema/limits.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhotoProof, aProofSession } from '#test/support/builders/proof.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { workerOf } from '../fleet.ts'
import { delays, partitionLimits, quotas } from '../limits.ts'
import { findBreak } from '../load.ts'
import type { Scenario } from '../result.ts'
import { sizeOf } from '../units.ts'

/** Functions of the API have 1,024 MB, and so this part of a processor (docs/cost.md). */
const slower = 1_769 / 1_024
/** Milliseconds that it works on its processor, as a function of the API would. */
const workOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1_000) * slower
}
const perQuery = (item: object): number =>
  Math.floor(partitionLimits.queryBytes.most / sizeOf({ PK: '', SK: '', ...item }))

/** Photos of a review that its photographer takes home, each with a sentence: every answer must fit into a function's. */
const exportedChoice: Scenario = async (goal) => {
  const said = aPhotoProof(1, { clientFeedback: 'This one for the album, please, a little brighter than here.' })
  const atOnce = perQuery(said)
  const parts = marketParts()
  const session = aProofSession()
  const exported = exportChoice({
    ...parts,
    proofs: {
      ...parts.proofs,
      getOwn: async () => session,
      listPhotos: async (_, { after, limit }) => {
        const from = Number(after?.n ?? 0)
        const count = Math.min(limit, atOnce, goal - from)
        const proofs = Array.from({ length: count }, (_photo, n) => ({ ...said, photoId: photoIdOf(from + n) }))
        return { proofs, next: from + count < goal ? { n: from + count } : undefined }
      },
    },
  })
  let photos = 0
  let answers = 0
  let most = 0
  let cursor: string | undefined
  do {
    const answer = await exported(
      request(api.proofing.endpoints.exportChoice, {
        params: { proofSessionId: session.id },
        query: cursor === undefined ? {} : { cursor },
        caller: userIdOf(1),
      }),
    )
    answers += 1
    most = Math.max(most, Buffer.byteLength(JSON.stringify(answer)))
    if (most > quotas.functionAnswer.most) break
    photos += answer.photos.length
    cursor = answer.nextCursor
  } while (cursor !== undefined)
  const because = `${answers} answers, the longest ${Math.round(most / 1_000)} kB of ${Math.floor(quotas.functionAnswer.most / 1_000)}`
  return { method: 'simulated', heldAt: photos, ...(photos < goal && { breaksAt: photos + 1 }), because }
}

const photosASale = 2
const daysAYear = 365

/**
 * Sales in the year that one answer of analytics looks at: the newest of them, the first and the last day, and the sums of
 * all days between, of which one is missing. No photo sells twice, so that nothing adds up: a race, all year.
 */
const analytics: Scenario = async (goal) => {
  const item = anEarning()
  const sale = Earning.parse({ ...item, photos: Array.from({ length: photosASale }, () => item.photos[0]) })
  const atOnce = perQuery(sale)
  const aDay = Math.ceil(goal / daysAYear)
  const parts = marketParts({ startsAt: '2031-01-01T12:00:00.000Z' })
  const soldDays = soldDayStore(parts.table)
  const days = daysDown({ from: '2030-01-02', to: '2030-12-31' })
  let photo = 0
  for (const day of days.slice(1)) {
    const lastSoldAt = Date.parse(day)
    const photos = Array.from({ length: aDay * photosASale }, () => {
      photo += 1
      return { photoId: photoIdOf(photo), soldCount: 1, revenuePence: 1_500, earningsPence: 1_350, lastSoldAt }
    })
    const sums = { orderCount: aDay, returnedPence: 0, reversedPence: 0, grossPence: aDay, amountPence: aDay }
    await soldDays.keep(
      userIdOf(1),
      { day, ...SoldSums.parse(sums), byOffer: { alone: sums }, byCode: { none: sums }, photos },
      0,
    )
  }
  let read = 0
  const answer = getSalesAnalytics({
    ...parts,
    downloads: downloadStore(parts.table),
    discounts: { listOf: async () => [] },
    soldDays: async () => soldDays,
    earnings: {
      whole: async (shares) => [...shares],
      listOfSeller: async (_, { after, from, until } = {}) => {
        const inSpan = from?.slice(0, 10) === until?.slice(0, 10) ? aDay : goal
        const begin = Number(after?.n ?? 0)
        const count = from === until ? 1 : Math.min(atOnce, inSpan - begin)
        read += count
        const earnings = Array.from({ length: count }, () => Earning.parse({ ...sale, paidAt: from }))
        return {
          earnings,
          next: begin + count < inSpan && from !== until ? { PK: '', SK: '', n: begin + count } : undefined,
        }
      },
    },
  })
  const asked = request(api.analytics.endpoints.sales, { query: { window: 'year' }, caller: userIdOf(1) })
  await answer(asked)
  read = 0
  const workMs = await workOf(async () => {
    const { orderCount } = await answer(asked)
    if (orderCount < goal) throw new Error(`Of ${goal} sales ${orderCount} were counted.`)
  })
  const keptBytes = parts.table.all().reduce((sum, kept) => sum + sizeOf(kept), 0)
  // Side by side, but of one partition: it gives 3,000 units a second, and 4 kB that may be behind are half of one.
  const keptMs = (keptBytes / 4_096 / 2 / partitionLimits.reads.most) * 1_000
  const saleMs = (read / atOnce) * delays.page.ms
  const { timeoutSeconds } = workerOf('Subjectsanalytics')
  const heldAt = Math.floor((goal * timeoutSeconds * 1_000) / (workMs + keptMs + saleMs))
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `a year of ${goal} sales of ${photosASale} photos: ${(workMs / 1_000).toFixed(1)} s of work, ${(keptMs / 1_000).toFixed(1)} s for ${Math.round(keptBytes / 1e6)} MB of sums by day, ${(saleMs / 1_000).toFixed(1)} s for ${read} sales, in the ${timeoutSeconds} s of its function`,
  }
}

const daysOfAMonth = 30
/** Galleries that are made in a month, each by another photographer: every one must be in a sitemap. */
const sitemaps: Scenario = async (goal) => {
  const known = aGallery()
  const atOnce = perQuery(known)
  const { timeoutSeconds } = workerOf('Pages')
  let seconds = 0
  const found = await findBreak(goal, async (perMonth) => {
    const perDay = Math.ceil(perMonth / daysOfAMonth)
    const galleries = {
      listPublic: async () => ({ galleries: [], next: undefined }),
      listPublicOf: async (_: string, { after }: { after?: { n?: unknown } | undefined }) => {
        const from = Number(after?.n ?? 0)
        const count = Math.min(atOnce, perDay - from)
        const made = Array.from({ length: count }, (_gallery, n) =>
          Gallery.parse({ ...known, id: galleryIdOf(from + n), photographerSubdomain: `p${from + n}` }),
        )
        return { galleries: made, next: from + count < perDay ? { PK: '', SK: '', n: from + count } : undefined }
      },
    }
    let part = ''
    const workMs = await workOf(async () => {
      part = await sitemapPart(
        { galleries, siteUrl: 'https://darkslide.example', now: () => new Date('2030-01-02T10:00:00.000Z') },
        '2030-01-01.xml',
      )
    })
    const tookSeconds = (workMs + Math.ceil(perDay / atOnce) * delays.page.ms) / 1_000
    if (perMonth === goal) seconds = tookSeconds
    const listed = part.split('gal_').length - 1
    if (listed < perDay) return { holds: false, why: `${listed} of a day’s ${perDay} are listed` }
    const isLong = Buffer.byteLength(part) > quotas.functionAnswer.most
    return {
      holds: !isLong && tookSeconds < timeoutSeconds,
      why: isLong ? 'the answer is too long' : 'it takes too long',
    }
  })
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: `${found.why ?? 'all are listed'}; a day of the goal takes ${seconds.toFixed(1)} s`,
  }
}

/** Android's Chrome keeps what a page makes on six hundredths of the disk (storage/browser/blob/README.md of Chromium). */
const phone = { diskGb: 64, part: 0.06 } as const
/** Megabytes of an order that a phone makes one file of. */
const zip: Scenario = async () => {
  const heldAt = Math.floor(phone.diskGb * 1_000 * phone.part)
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `Chrome on a phone of ${phone.diskGb} GB, which it must have free; one of 32 GB breaks at ${heldAt / 2}, and an order has ${limits.cart.maxItems} photos at most. Safari names no number, and no phone was tried`,
  }
}

export const answerScenarios = { exportedChoice, analytics, sitemaps, zip }
