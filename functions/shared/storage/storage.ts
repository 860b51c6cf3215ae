import type { Readable } from 'node:stream'

/** The buckets, named for what lies in them. */
export type BucketName = 'originals' | 'renditions' | 'deliveries' | 'zips' | 'pages'
export type StoredObject = { key: string; versionId?: string | null }
type UploadAddress = { url: string; headers: Record<string, string> }

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
  /** The object as it comes; its length is known before. Whoever does not read it to its end destroys it. */
  open: (bucket: BucketName, object: StoredObject) => Promise<{ bytes: number; body: Readable } | undefined>
  /**
   * Stores what comes, as long as it may be, with a few parts of it in memory. Nothing is to be seen before all of it is there.
   * @returns how many bytes came.
   */
  putStream: (
    bucket: BucketName,
    file: { key: string; contentType: string },
    chunks: AsyncIterable<Uint8Array>,
  ) => Promise<number>
  read: (bucket: BucketName, object: StoredObject) => Promise<Buffer | undefined>
  /** @param file `edgeTag` is by what the edge's copies of it are called back. */
  put: (
    bucket: BucketName,
    file: { key: string; bytes: Uint8Array; contentType: string; edgeTag?: string },
  ) => Promise<void>
  /** The keys that begin with `prefix`, in order, at most 1,000; those that follow `after`, where one is named. */
  list: (bucket: BucketName, prefix: string, after?: string) => Promise<string[]>
  /** Every version that the bucket still has of one object, the newest first. */
  versionsOf: (bucket: BucketName, key: string) => Promise<string[]>
  /**
   * Removes at most 1,000 objects; absent ones are no error. Those that S3 fails to remove are tried again for some seconds.
   * @throws AppError `unavailable` while some of them are still there; an error at once where S3 denies it.
   */
  remove: (bucket: BucketName, keys: readonly string[]) => Promise<void>
}
