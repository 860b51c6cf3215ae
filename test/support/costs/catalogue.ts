import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { marshall } from '@aws-sdk/util-dynamodb'
import { downloadKeys } from '#functions/galleries/download-store.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { ownerCopyOf, profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { pageNameKeys } from '#functions/profiles/page-name-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { tokenPut } from '#functions/proofing/proof-writes.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Item, Table, Write } from '#functions/shared/table/writes.ts'
import { tableShape } from '#functions/shared/table/writes.ts'
import { runTableProgram } from '#local/table/table-server.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import { type GalleryId, OrderId, type PhotoId, ProofSessionId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'

export const catalogueTime = new Date('2030-06-01T10:00:00.000Z')
export const tableName = 'market'

/** Photographer 1 is the one who is measured, and is the same however large the catalogue around them is. */
export const iris = {
  userId: userIdOf(1),
  pageName: 'iris',
  /** Her galleries 1 to 6; the first has 50 photos, the two after it 10 each. */
  galleryIds: [1, 2, 3, 4, 5, 6].map(galleryIdOf),
  slug: 'lighthouse-0000001',
  photoIds: { first: photosOf(1, 50), second: photosOf(2, 10), third: photosOf(3, 10) },
  salesInYear: 120,
  proof: {
    sessionId: ProofSessionId.parse(`prf_${'0'.repeat(25)}1`),
    token: 'P'.repeat(43),
    photoCount: 20,
  },
  /** A word of her six titles, and of nobody else's. */
  word: 'lighthouse',
} as const

function photosOf(gallery: number, count: number): PhotoId[] {
  return Array.from({ length: count }, (_, n) => photoIdOf(gallery * 1_000 + n))
}

/** As `render-photo.ts` draws a photo. */
const made = [
  { kind: 'display', extension: 'jpg', width: 2048, height: 1365, bytes: 500_000 },
  { kind: 'thumbnail', extension: 'jpg', width: 480, height: 320, bytes: 30_000 },
  { kind: 'display', extension: 'avif', width: 2048, height: 1365, bytes: 190_000 },
  { kind: 'medium', extension: 'avif', width: 1024, height: 683, bytes: 49_000 },
  { kind: 'thumbnail', extension: 'avif', width: 480, height: 320, bytes: 16_000 },
] as const

export const renditionsOf = (galleryId: GalleryId, photoId: PhotoId): Photo['renditions'] =>
  made.map(({ kind, extension, width, height, bytes }) => ({
    kind,
    format: extension === 'jpg' ? 'jpeg' : 'avif',
    key: mediaKeys.rendition({ galleryId, photoId, token: 'kYp3s6v9y_B-E-H-McQfTg', kind, extension }),
    width,
    height,
    bytes,
  }))

const coverOf = (galleryId: GalleryId, photoId: PhotoId): Gallery['cover'] => ({
  photoId,
  width: 6000,
  height: 4000,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  renditions: renditionsOf(galleryId, photoId),
  cutFor: null,
  watermark: null,
})

const minuteMs = 60_000
const firstGalleryAt = Date.parse('2029-06-01T10:00:00.000Z')
const digits = (n: number): string => String(n).padStart(7, '0')
const profileOf = (n: number) => {
  const name = n === 1 ? 'Iris' : `Guild${digits(n)}`
  return aProfile({ userId: userIdOf(n), displayName: name, subdomain: n === 1 ? iris.pageName : `guild-${digits(n)}` })
}

/** Gallery `n` of any: all have the same size, an age and price of their own, and titles of one word and a number. */
export const galleryOf = (n: number): Gallery => {
  const isOurs = n <= iris.galleryIds.length
  const id = galleryIdOf(n)
  const owner = profileOf(isOurs ? 1 : 2 + (n % 1_000))
  return aGallery({
    id,
    photographerId: owner.userId,
    ...ownerCopyOf(owner),
    // "lightwork" stands in the same part of the index of words as what is looked for.
    title: `${isOurs ? iris.word : 'lightwork'} ${digits(n)}`,
    slug: `${isOurs ? iris.word : 'lightwork'}-${digits(n)}`,
    // Half of any forty in a row are between £5 and £20.
    pricePence: pence(100 * ((n * 7) % 30)),
    cover: coverOf(id, photoIdOf(n * 1_000)),
    photoCount: n === 1 ? 50 : 10,
    viewCount: 10_000 + ((n * 7_919) % 80_000),
    likeCount: 100 + ((n * 104_729) % 800),
    // As in life, ids rise with the time of creation.
    createdAt: new Date(firstGalleryAt + n * minuteMs).toISOString(),
  })
}

type Keep = (item: Item) => Promise<void>

/** A store writes into this, so that what is loaded is what the stores write, to the letter. */
const writingTable = (keep: Keep): Table => {
  const take = async (writes: readonly Write[]) => {
    for (const write of writes) if (write.kind === 'put') await keep(write.item)
  }
  const unread = async () => {
    throw new Error('A catalogue is written, not read.')
  }
  return {
    get: unread,
    getMany: unread,
    query: unread,
    write: async (write) => {
      await take([write])
      return { ok: true, item: undefined }
    },
    transact: async (writes) => {
      await take(writes)
      return { ok: true }
    },
  }
}

const dayMs = 86_400_000
const saleOf = (seller: number, n: number, daysAgo: number) => {
  const paidAt = new Date(catalogueTime.getTime() - daysAgo * dayMs).toISOString()
  const orderId = OrderId.parse(`ord_${String(seller).padStart(16, '0')}${String(n).padStart(16, '0')}`)
  return earningPut(anEarning({ orderId, sellerId: userIdOf(seller), paidAt, releaseAt: paidAt }))
}

const writeIris = async (table: Table) => {
  const photos = photoStore(table)
  for (const [gallery, ids] of Object.values(iris.photoIds).entries()) {
    for (const [n, id] of ids.entries()) {
      const galleryId = galleryIdOf(gallery + 1)
      const createdAt = new Date(catalogueTime.getTime() - n * minuteMs).toISOString()
      await photos.create(
        aPhoto({
          id,
          galleryId,
          photographerId: iris.userId,
          title: `Photo ${id}`,
          renditions: renditionsOf(galleryId, id),
          createdAt,
        }),
      )
    }
  }
  const at = catalogueTime.toISOString()
  const { sessionId, token, photoCount } = iris.proof
  const session: ProofSession = {
    id: sessionId,
    galleryId: galleryIdOf(1),
    photographerId: iris.userId,
    galleryTitle: 'Lighthouse',
    title: 'Choose',
    description: '',
    clientEmail: 'client@example.com',
    deadlineAt: null,
    status: 'pending',
    selectionTarget: null,
    pendingCount: photoCount,
    approvedCount: 0,
    rejectedCount: 0,
    maybeCount: 0,
    fillPlace: null,
    orderParts: 0,
    version: 0,
    linkVersion: 0,
    choiceVersion: 0,
    completedAt: null,
    remindedAt: null,
    createdAt: at,
  }
  const proofs = iris.photoIds.first.slice(0, photoCount).map(
    (photoId): PhotoProof => ({
      sessionId,
      photoId,
      title: `Photo ${photoId}`,
      fileName: 'IMG_0001.jpg',
      status: 'pending',
      clientFeedback: '',
      createdAt: at,
      updatedAt: at,
    }),
  )
  await proofStore(table).create(session, proofs, [tokenPut(token, session, at)])
  for (let n = 0; n < iris.salesInYear; n++) await table.transact([saleOf(1, n, n * 3)])
}

/** Every item of a market with this many galleries, and with sales of others in proportion. */
export const writeCatalogue = async (galleryCount: number, keep: Keep): Promise<void> => {
  const table = writingTable(keep)
  const galleries = galleryStore(table)
  const profiles = profileStore(table)
  for (let n = 1; n <= Math.min(1_001, galleryCount); n++) {
    const profile = profileOf(n)
    await profiles.create(profile)
    const claim = { name: profile.subdomain, userId: profile.userId, claimedAt: profile.createdAt }
    await keep({ ...pageNameKeys.owner(profile.subdomain ?? ''), ...claim, quarantinedUntil: null })
  }
  for (let n = 1; n <= galleryCount; n++) {
    await galleries.create(galleryOf(n), { at: catalogueTime, owner: profileUnchanged(profileOf(1)) })
    if (n % 2 === 0) await table.transact([saleOf(2 + (n % 1_000), n, n % 300)])
  }
  await writeIris(table)
  for (let day = 0; day < 300; day++) {
    const at = new Date(catalogueTime.getTime() - day * dayMs).toISOString().slice(0, 10)
    await keep({ ...downloadKeys.day(iris.userId, at), count: 3 })
  }
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
]

const tableDescription = () => {
  const indexes = Object.entries(tableShape.indexes)
  const types = new Map<string, string>([
    ['PK', 'S'],
    ['SK', 'S'],
    ...indexes.flatMap(([, { partition, sort, sortType }]): [string, string][] => [
      [partition, 'S'],
      [sort, sortType],
    ]),
  ])
  return {
    Table: {
      TableName: tableName,
      TableStatus: 'ACTIVE',
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      KeySchema: keySchema(tableShape.key.partition, tableShape.key.sort),
      AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      GlobalSecondaryIndexes: indexes.map(([IndexName, { partition, sort }]) => ({
        IndexName,
        IndexStatus: 'ACTIVE',
        KeySchema: keySchema(partition, sort),
        Projection: { ProjectionType: 'ALL' },
      })),
    },
  }
}

const linesAtOnce = 5_000

/** A DynamoDB in memory that holds a market of this many galleries. */
export const servedCatalogue = (galleryCount: number) => servedItems((keep) => writeCatalogue(galleryCount, keep))

/** A DynamoDB in memory that holds what stores write into the given table, which holds nothing itself. */
export const servedWrites = (writeAll: (table: Table) => Promise<void>) =>
  servedItems((keep) => writeAll(writingTable(keep)))

/** It is loaded as an export of DynamoDB's is, which takes a fifth of the time that batches of writes would. */
const servedItems = async (writeItems: (keep: Keep) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-catalogue-'))
  try {
    await mkdir(join(folder, tableName, 'data'), { recursive: true })
    await writeFile(join(folder, 'schema.json'), JSON.stringify(tableDescription()))
    const packed = createGzip({ level: constants.Z_BEST_SPEED })
    const written = pipeline(packed, createWriteStream(join(folder, tableName, 'data', 'items.json.gz')))
    let lines: string[] = []
    let itemCount = 0
    await writeItems(async (item) => {
      itemCount += 1
      lines.push(`${JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) })}\n`)
      if (lines.length < linesAtOnce) return
      const text = lines.join('')
      lines = []
      // A full disk ends the pipeline, and then nothing drains.
      if (!packed.write(text)) await Promise.race([once(packed, 'drain'), written])
    })
    packed.end(lines.join(''))
    await written
    const server = await runTableProgram(
      ['import', '--source', folder, '--schema', join(folder, 'schema.json'), '--serve'],
      { withinMs: 600_000 },
    )
    return { ...server, itemCount }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
