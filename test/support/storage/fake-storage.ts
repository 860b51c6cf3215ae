import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { BucketName, Storage } from '#functions/shared/storage/storage.ts'

type Stored = { bytes: Buffer; contentType: string; edgeTag?: string }

/** Buckets in memory; what is put twice has versions. `upload` is what the browser's PUT does. */
export const fakeStorage = () => {
  const objects = new Map<string, Stored>()
  const versions = new Map<string, Buffer[]>()
  const place = (bucket: BucketName, key: string) => `${bucket}/${key}`
  const storage: Storage = {
    allowUpload: async (key, { contentType }) => ({
      url: `https://originals.test/${key}`,
      headers: { 'content-type': contentType },
    }),
    head: async (bucket, { key }) => {
      const found = objects.get(place(bucket, key))
      return found && { bytes: found.bytes.length, etag: etagOf(found.bytes) }
    },
    fetchTo: async (bucket, { key }, path) => {
      const found = objects.get(place(bucket, key))
      if (!found) return false
      await writeFile(path, found.bytes)
      return true
    },
    open: async (bucket, { key, versionId }) => {
      const bytes = await storage.read(bucket, { key, ...(versionId != null && { versionId }) })
      return bytes && { bytes: bytes.length, body: Readable.from([bytes]) }
    },
    putStream: async (bucket, { key, contentType }, chunks) => {
      const all: Uint8Array[] = []
      for await (const chunk of chunks) all.push(chunk)
      const bytes = Buffer.concat(all)
      await storage.put(bucket, { key, bytes, contentType })
      return bytes.length
    },
    read: async (bucket, { key, versionId }) =>
      versions.get(place(bucket, key))?.[Number(versionId?.slice(1) ?? Number.NaN)] ??
      objects.get(place(bucket, key))?.bytes,
    put: async (bucket, { key, bytes, contentType, edgeTag }) => {
      objects.set(place(bucket, key), { bytes: Buffer.from(bytes), contentType, ...(edgeTag && { edgeTag }) })
      versions.set(place(bucket, key), [...(versions.get(place(bucket, key)) ?? []), Buffer.from(bytes)])
    },
    list: async (bucket, prefix, after = '') =>
      [...objects.keys()]
        .filter((name) => name.startsWith(place(bucket, prefix)))
        .map((name) => name.slice(bucket.length + 1))
        .toSorted()
        .filter((key) => key > after)
        .slice(0, 1_000),
    versionsOf: async (bucket, key) =>
      (versions.get(place(bucket, key)) ?? []).map((_, index) => `v${index}`).toReversed(),
    remove: async (bucket, keys) => {
      for (const key of keys) objects.delete(place(bucket, key))
    },
  }
  return {
    ...storage,
    /** What a lifecycle rule does to the oldest version of an object. */
    forgetVersion: (bucket: BucketName, key: string) => versions.get(place(bucket, key))?.shift(),
    upload: (key: string, bytes: Uint8Array, contentType = 'image/jpeg') => {
      objects.set(place('originals', key), { bytes: Buffer.from(bytes), contentType })
      return { key, size: bytes.length, eTag: etagOf(Buffer.from(bytes)) }
    },
    keys: (bucket: BucketName) =>
      [...objects.keys()].filter((name) => name.startsWith(`${bucket}/`)).map((name) => name.slice(bucket.length + 1)),
    contents: (bucket: BucketName, key: string) => objects.get(place(bucket, key)),
  }
}

const etagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
