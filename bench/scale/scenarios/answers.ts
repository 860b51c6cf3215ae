import { getSalesAnalytics } from '#functions/analytics/get-sales-analytics.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { sitemapPart } from '#functions/pages/sitemap.ts'
import { exportChoice } from '#functions/proofing/export-choice.ts'
import { api } from '#schema/api/all.ts'
import { Earning } from '#schema/entities/earning.ts'
import { Gallery } from '#schema/entities/gallery.ts'
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

/** Sales in the year that one answer of analytics looks at, read and counted one page after the other. */
const analytics: Scenario = async () => {
  const sales = 20_000
  const item = anEarning()
  const atOnce = perQuery(item)
  const parts = marketParts()
  const answer = getSalesAnalytics({
    ...parts,
    downloads: downloadStore(parts.table),
    earnings: {
      listOfSeller: async (_, { after } = {}) => {
        const from = Number(after?.n ?? 0)
        const count = Math.min(atOnce, sales - from)
        const earnings = Array.from({ length: count }, () => Earning.parse(item))
        return { earnings, next: from + count < sales ? { PK: '', SK: '', n: from + count } : undefined }
      },
    },
  })
  const asked = request(api.analytics.endpoints.sales, { query: { window: 'year' }, caller: userIdOf(1) })
  await answer(asked)
  const workMs = (await workOf(() => answer(asked))) / sales
  const { timeoutSeconds } = workerOf('Subjectsanalytics')
  const readMs = delays.page.ms / atOnce
  const heldAt = Math.floor((timeoutSeconds * 1_000) / (workMs + readMs))
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${(workMs * 1_000).toFixed(0)} µs of work and ${(readMs * 1_000).toFixed(0)} µs of reading a sale, in the ${timeoutSeconds} s of its function`,
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
