import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { localSetting, setting } from '#functions/shared/settings/settings.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { AppError } from '#schema/errors.ts'
import { putInParts } from './s3-parts.ts'
import type { BucketName, Storage, StoredObject } from './storage.ts'

type Buckets = Readonly<Record<BucketName, () => string>>

/**
 * No name is ever used twice, so whoever has a file may keep it for a year. What was bought is kept by its buyer's browser
 * alone: its link lives for minutes, and a cache on the way would answer it for long after (RFC 9111, 5.2.2.7).
 */
const keptBy = (bucket: BucketName): string =>
  `${bucket === 'deliveries' || bucket === 'zips' ? 'private' : 'public'}, max-age=31536000, immutable`

/**
 * From the first day: an original is opened when it is drawn, then by buyers, most never again. Without a configuration of
 * archives it is always there at once (docs.aws.amazon.com/AmazonS3/latest/userguide/intelligent-tiering-overview.html).
 */
const originalsClass = 'INTELLIGENT_TIERING'

/** How often keys are asked to be removed that S3 refused one by one. */
const removalTries = 5

/** Before another try: up to 0.2, 0.4, 0.8 and 1.6 seconds, by chance, so that what was slowed down comes apart. */
const jitteredWait = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt))

/**
 * @param wait Waits before another try, of which it is told how many there were; for tests.
 */
export const s3Storage = (client: S3Client, buckets: Buckets, wait = jitteredWait): Storage => {
  const place = (bucket: BucketName, { key, versionId }: StoredObject) => ({
    Bucket: buckets[bucket](),
    Key: key,
    VersionId: versionId ?? undefined,
  })

  const find = async (bucket: BucketName, object: StoredObject) => {
    try {
      return await client.send(new GetObjectCommand(place(bucket, object)))
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }

  return {
    allowUpload: async (key, { bytes, contentType, lifeSeconds }) => {
      const command = new PutObjectCommand({
        ...place('originals', { key }),
        ContentLength: bytes,
        ContentType: contentType,
        IfNoneMatch: '*',
        StorageClass: originalsClass,
      })
      const url = await getSignedUrl(client, command, {
        expiresIn: lifeSeconds,
        signableHeaders: new Set(['host', 'content-length', 'content-type', 'if-none-match', 'x-amz-storage-class']),
        unhoistableHeaders: new Set(['if-none-match', 'content-type', 'content-length', 'x-amz-storage-class']),
      })
      // The browser sets Content-Length itself, from the body; script may not.
      return {
        url,
        headers: { 'content-type': contentType, 'if-none-match': '*', 'x-amz-storage-class': originalsClass },
      }
    },

    head: async (bucket, object) => {
      try {
        const found = await client.send(new HeadObjectCommand(place(bucket, object)))
        return { bytes: found.ContentLength ?? 0, etag: found.ETag ?? '' }
      } catch (error) {
        if (error instanceof NotFound || error instanceof NoSuchKey) return undefined
        throw error
      }
    },

    fetchTo: async (bucket, object, path) => {
      const body = (await find(bucket, object))?.Body
      if (!(body instanceof Readable)) return false
      await pipeline(body, createWriteStream(path))
      return true
    },

    open: async (bucket, object) => {
      const found = await find(bucket, object)
      return found?.Body instanceof Readable ? { bytes: found.ContentLength ?? 0, body: found.Body } : undefined
    },

    putStream: (bucket, { key, contentType }, chunks) =>
      putInParts(client, { ...place(bucket, { key }), ContentType: contentType, CacheControl: keptBy(bucket) }, chunks),

    read: async (bucket, object) => {
      const body = (await find(bucket, object))?.Body
      return body && Buffer.from(await body.transformToByteArray())
    },

    put: async (bucket, { key, bytes, contentType, edgeTag }) => {
      await client.send(
        new PutObjectCommand({
          ...place(bucket, { key }),
          Body: bytes,
          ContentType: contentType,
          CacheControl: keptBy(bucket),
          // S3 gives it out as the header that edge-tags.ts names.
          ...(edgeTag !== undefined && { Metadata: { 'cache-tag': edgeTag } }),
        }),
      )
    },

    list: async (bucket, prefix, after) => {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: buckets[bucket](), Prefix: prefix, StartAfter: after, MaxKeys: 1_000 }),
      )
      return Contents.flatMap(({ Key }) => Key ?? [])
    },

    versionsOf: async (bucket, key) => {
      const { Versions = [] } = await client.send(
        new ListObjectVersionsCommand({ Bucket: buckets[bucket](), Prefix: key, MaxKeys: 1_000 }),
      )
      return Versions.flatMap(({ Key, VersionId }) => (Key === key && VersionId ? VersionId : []))
    },

    /**
     * S3 answers 200 also where it removed only some of the keys: the others stand in `Errors`, each with a code of its own
     * (docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html), and the client neither throws nor repeats them.
     */
    remove: async (bucket, keys) => {
      let left = keys
      if (left.length === 0) return
      await retried(removalTries, stillThere, async (attempt) => {
        if (attempt > 0) await wait(attempt)
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({
            Bucket: buckets[bucket](),
            Delete: { Objects: left.map((Key) => ({ Key })), Quiet: true },
          }),
        )
        if (Errors.length === 0) return undefined
        if (Errors.some(({ Code }) => Code === 'AccessDenied')) {
          throw new Error(`S3 denies the removal of ${Errors.length} of ${left.length} objects in ${bucket}.`)
        }
        const failed = new Set(Errors.map(({ Key }) => Key))
        const named = left.filter((key) => failed.has(key))
        // A failure that names none of ours: any of them may be it.
        if (named.length === failed.size) left = named
        return tryAgain
      })
    },
  }
}

const stillThere = (): AppError => new AppError('unavailable', { why: 'Some files could not be removed.' })

/** Storage with this function's settings. */
export const configuredS3Storage = (): Storage =>
  s3Storage(
    new S3Client({
      forcePathStyle: localSetting('S3_PATH_STYLE') === 'true',
      // A checksum in a presigned address would be that of an empty body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    {
      originals: () => setting('ORIGINALS_BUCKET'),
      renditions: () => setting('RENDITIONS_BUCKET'),
      deliveries: () => setting('DELIVERIES_BUCKET'),
      zips: () => setting('ZIPS_BUCKET'),
      pages: () => setting('PAGES_BUCKET'),
    },
  )
