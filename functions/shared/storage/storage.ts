import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { localSetting, setting } from '#functions/shared/settings/settings.ts'

/** The three buckets of files, named for what lies in them. */
export type BucketName = 'originals' | 'renditions' | 'deliveries'
export type StoredObject = { key: string; versionId?: string | null }
export type UploadAddress = { url: string; headers: Record<string, string> }

/** S3. A missing object is `undefined` or `false`; every other failure is thrown and may be tried again. */
export type Storage = {
  /** An address that takes one PUT of exactly these bytes and type under this key, and only while nothing lies there. */
  allowUpload: (
    key: string,
    file: { bytes: number; contentType: string; lifeSeconds: number },
  ) => Promise<UploadAddress>
  head: (bucket: BucketName, object: StoredObject) => Promise<{ bytes: number; etag: string } | undefined>
  /** Writes the object into a file of this machine. */
  fetchTo: (bucket: BucketName, object: StoredObject, path: string) => Promise<boolean>
  read: (bucket: BucketName, object: StoredObject) => Promise<Buffer | undefined>
  put: (bucket: BucketName, file: { key: string; bytes: Uint8Array; contentType: string }) => Promise<void>
  /** Removes at most 1,000 objects; absent ones are no error. */
  remove: (bucket: BucketName, keys: readonly string[]) => Promise<void>
}

type Buckets = Readonly<Record<BucketName, () => string>>

/** Names of renditions and deliveries are never reused, so whoever has one may keep it for a year. */
const immutable = 'public, max-age=31536000, immutable'

export const s3Storage = (client: S3Client, buckets: Buckets): Storage => {
  const place = (bucket: BucketName, { key, versionId }: StoredObject) => ({
    Bucket: buckets[bucket](),
    Key: key,
    VersionId: versionId ?? undefined,
  })

  const open = async (bucket: BucketName, object: StoredObject) => {
    try {
      return (await client.send(new GetObjectCommand(place(bucket, object)))).Body
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
      })
      const url = await getSignedUrl(client, command, {
        expiresIn: lifeSeconds,
        signableHeaders: new Set(['host', 'content-length', 'content-type', 'if-none-match']),
        unhoistableHeaders: new Set(['if-none-match', 'content-type', 'content-length']),
      })
      // The browser sets Content-Length itself, from the body; script may not.
      return { url, headers: { 'content-type': contentType, 'if-none-match': '*' } }
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
      const body = await open(bucket, object)
      if (!(body instanceof Readable)) return false
      await pipeline(body, createWriteStream(path))
      return true
    },

    read: async (bucket, object) => {
      const body = await open(bucket, object)
      return body && Buffer.from(await body.transformToByteArray())
    },

    put: async (bucket, { key, bytes, contentType }) => {
      await client.send(
        new PutObjectCommand({
          ...place(bucket, { key }),
          Body: bytes,
          ContentType: contentType,
          CacheControl: immutable,
        }),
      )
    },

    remove: async (bucket, keys) => {
      if (keys.length === 0) return
      await client.send(
        new DeleteObjectsCommand({
          Bucket: buckets[bucket](),
          Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
        }),
      )
    },
  }
}

let shared: Storage | undefined
export const liveStorage = (): Storage => {
  shared ??= s3Storage(
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
    },
  )
  return shared
}
