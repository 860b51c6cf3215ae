import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import S3rver from '@20minutes/s3rver'
import * as z from 'zod'

export type StoredHeaders = Readonly<Record<string, string>>

export type ObjectFile = {
  readonly path: string
  readonly sizeBytes: number
  /** Quoted, as it stands in a header. */
  readonly etag: string
  readonly lastModified: Date
  readonly versionId: string | undefined
  /** What was given when it was put: content type, cache control, `x-amz-meta-…`. */
  readonly headers: StoredHeaders
}

/** What a body turned out to be once it was received. */
export type Spooled = {
  readonly path: string
  readonly sizeBytes: number
  readonly md5: Buffer
  readonly sha256: Buffer
  readonly crc32: Buffer
}

/** `key` is absent in files that an older build wrote: those cannot be listed. */
const Version = z.object({ etag: z.string(), headers: z.record(z.string(), z.string()), key: z.string().optional() })
const Kept = z.object({ versionId: z.string() })

const kept = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-type', 'expires']

/** Folder names are made of keys: one that would lead out of its bucket is none. */
export const isUsableKey = (key: string) =>
  key.length > 0 &&
  Buffer.byteLength(key) <= 1_024 &&
  !key.includes('\0') &&
  key.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= 200)

/**
 * Stores the objects of all buckets as files. s3rver lists, copies and deletes them. Writing and reading are
 * implemented here, because s3rver writes to the visible file while a body is still arriving, has no versions and reads
 * some ranges wrongly.
 */
export const openObjectFiles = async (folder: string, buckets: readonly { name: string; isVersioned: boolean }[]) => {
  const directory = join(folder, 'buckets')
  const versions = join(folder, 'versions')
  const spool = join(folder, 'arriving')
  await rm(spool, { recursive: true, force: true })
  for (const each of [directory, versions, spool]) mkdirSync(each, { recursive: true })
  const server = new S3rver({ silent: true, directory, vhostBuckets: false })
  for (const { name } of buckets) await server.store.putBucket(name)

  const versionFolder = (bucket: string, key: string) =>
    join(versions, bucket, createHash('sha256').update(key).digest('hex'))
  const isVersioned = (bucket: string) => buckets.some(({ name, isVersioned: is }) => name === bucket && is)
  const currentVersion = async (bucket: string, key: string) => {
    try {
      return Kept.parse(JSON.parse(await readFile(join(versionFolder(bucket, key), 'current.json'), 'utf8'))).versionId
    } catch {
      return undefined
    }
  }

  const findVersion = async (bucket: string, key: string, versionId: string): Promise<ObjectFile | undefined> => {
    const path = join(versionFolder(bucket, key), `${versionId.replaceAll(/[^\w-]/g, '')}.object`)
    try {
      const file = await stat(path)
      const { etag, headers } = Version.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')))
      return { path, sizeBytes: file.size, etag, lastModified: file.mtime, versionId, headers }
    } catch {
      return undefined
    }
  }

  return {
    /** s3rver's own listener, for calls that are neither put nor get; what it is given must have been let in before. */
    listener: server.callback(),
    onEvent: (listener: (event: S3rver.ObjectEvent) => void) => server.on('event', listener),

    async find(bucket: string, key: string, versionId?: string): Promise<ObjectFile | undefined> {
      if (!isUsableKey(key)) return undefined
      if (versionId !== undefined && versionId !== 'null') return findVersion(bucket, key, versionId)
      try {
        const metadata = await server.store.getMetadata(bucket, key)
        const { etag, 'content-length': size, 'last-modified': modified, ...headers } = metadata
        return {
          path: server.store.getResourcePath(bucket, key, 'object'),
          sizeBytes: Number(size),
          etag: String(etag),
          lastModified: new Date(modified ?? 0),
          versionId: isVersioned(bucket) ? await currentVersion(bucket, key) : undefined,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        }
      } catch {
        return undefined
      }
    },

    /** Receives a body into a file of its own; nothing is visible yet. */
    async spool(body: Readable): Promise<Spooled> {
      const path = join(spool, randomUUID())
      const md5 = createHash('md5')
      const sha256 = createHash('sha256')
      let sizeBytes = 0
      let checksum = 0
      try {
        await pipeline(
          body,
          async function* (chunks) {
            for await (const chunk of chunks) {
              const bytes = Buffer.from(chunk)
              md5.update(bytes)
              sha256.update(bytes)
              checksum = crc32(bytes, checksum)
              sizeBytes += bytes.length
              yield bytes
            }
          },
          createWriteStream(path),
        )
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      const crc = Buffer.alloc(4)
      crc.writeUInt32BE(checksum)
      return { path, sizeBytes, md5: md5.digest(), sha256: sha256.digest(), crc32: crc }
    },
    forget: (spooled: Spooled) => rm(spooled.path, { force: true }),

    /** Makes a received body the object, at once: readers see the old or the new one, never a part. */
    async commit(bucket: string, key: string, { spooled, headers }: { spooled: Spooled; headers: StoredHeaders }) {
      const md5 = spooled.md5.toString('hex')
      const etag = `"${md5}"`
      const given = Object.entries(headers).filter(([name]) => kept.includes(name) || name.startsWith('x-amz-meta-'))
      const stored = { 'content-type': 'binary/octet-stream', ...Object.fromEntries(given) }
      const path = server.store.getResourcePath(bucket, key, 'object')
      await mkdir(dirname(path), { recursive: true })
      const versionId = isVersioned(bucket) ? randomUUID().replaceAll('-', '') : undefined
      if (versionId !== undefined) {
        const versionPath = join(versionFolder(bucket, key), `${versionId}.object`)
        await mkdir(dirname(versionPath), { recursive: true })
        await writeFile(`${versionPath}.json`, JSON.stringify({ etag, headers: stored, key }))
        await link(spooled.path, versionPath)
        await writeFile(join(versionFolder(bucket, key), 'current.json'), JSON.stringify({ versionId }))
      }
      await server.store.putMetadata(bucket, key, stored, md5)
      await rename(spooled.path, path)
      return { etag, versionId }
    },

    /** Every version of the objects below a prefix; what a bucket keeps no versions of has the version `null`. */
    async listVersions(bucket: string, prefix: string): Promise<{ key: string; versionId: string }[]> {
      if (!isVersioned(bucket)) {
        const { objects } = await server.store.listObjects(bucket, { prefix })
        return objects.map(({ key }) => ({ key, versionId: 'null' }))
      }
      const found: { key: string; versionId: string }[] = []
      for (const name of await readdir(join(versions, bucket), { recursive: true }).catch(() => [])) {
        if (!name.endsWith('.object.json')) continue
        const { key } = Version.parse(JSON.parse(await readFile(join(versions, bucket, name), 'utf8')))
        if (key?.startsWith(prefix)) found.push({ key, versionId: basename(name, '.object.json') })
      }
      return found
    },

    /** Removes the object; its versions stay. One that is not there is no error. */
    async remove(bucket: string, key: string) {
      if (await this.find(bucket, key)) await server.store.deleteObject(bucket, key)
    },

    /** Removes one version for good; the object itself too when it is the current one. */
    async removeVersion(bucket: string, key: string, versionId: string) {
      if (!isUsableKey(key)) return
      const isCurrent = (await currentVersion(bucket, key)) === versionId
      const version = await findVersion(bucket, key, versionId)
      if (version) await Promise.all([rm(version.path, { force: true }), rm(`${version.path}.json`, { force: true })])
      if (!isCurrent) return
      for (const part of ['object', 'object.md5', 'metadata.json'])
        await rm(server.store.getResourcePath(bucket, key, part), { force: true })
    },

    read: ({ path }: ObjectFile, range?: { start: number; end: number }) => createReadStream(path, range),
    hasBucket: (bucket: string) => buckets.some(({ name }) => name === bucket) && existsSync(join(directory, bucket)),
  }
}
export type ObjectFiles = Awaited<ReturnType<typeof openObjectFiles>>
