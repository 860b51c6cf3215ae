import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import * as z from 'zod'
import { machine, machineLine } from '#bench/machine.ts'
import { s3Storage } from '#functions/shared/storage/s3-storage.ts'
import { writePart } from '#functions/zips/write-part.ts'
import type { ZipFile, ZipSource } from '#functions/zips/zip-file.ts'
import { silent } from '#test/support/market/market-parts.ts'

/**
 * How much memory and time a part of an order takes to be packed: the product's own code with the SDK's client, over
 * HTTP, against a stand-in that keeps nothing. Each row runs alone; what is in memory is looked at every 20 ms.
 */
const rows = [
  { name: '500 originals of 4 MB', files: 500, bytes: 4_000_000 },
  { name: '40 originals of 50 MB', files: 40, bytes: 50_000_000 },
  { name: '2,000 photos in web size', files: 2_000, bytes: 900_000 },
] as const
type Row = (typeof rows)[number]

const sourceOf = ({ files, bytes }: Row): ZipSource => ({
  contents: '0',
  dated: new Date('2030-01-01T12:00:00.000Z'),
  async *files(): AsyncGenerator<ZipFile, void> {
    for (let n = 1; n <= files; n += 1) {
      const place = String(n).padStart(6, '0')
      const name = `Photo ${n}.jpg`
      yield {
        place,
        plannedBytes: async () => bytes,
        findName: async () => name,
        find: async () => ({
          name,
          content: { kind: 'stored', bucket: 'deliveries', object: { key: `files/${bytes}/${n}.jpg` } },
        }),
        about: {},
      }
    }
  },
  tellReady: () => [],
})

const standIn = fork(join(import.meta.dirname, 'storage-stand-in.ts'))
const { port } = z.object({ port: z.int() }).parse((await once(standIn, 'message'))[0])
const client = new S3Client({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'eu-west-2',
  credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
})
const bucket = () => 'bucket'
const storage = s3Storage(client, {
  originals: bucket,
  renditions: bucket,
  deliveries: bucket,
  zips: bucket,
  pages: bucket,
})

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
const measured = async (row: Row) => {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const began = performance.now()
  const cpu = process.cpuUsage()
  const { bytes } = await writePart({ storage, log: silent }, sourceOf(row), {
    after: undefined,
    through: '999999',
    key: 'files/zips/zip_1/1.zip',
  })
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  return { row, bytes, seconds, cpuSeconds: (user + system) / 1_000_000, peak, before }
}

const results = []
for (const row of rows) results.push(await measured(row))
standIn.kill()

const date = new Date().toISOString().slice(0, 10)
const text = `# Packing a part, ${date}

${machineLine(machine())}

\`npm run bench:zips\`: the product's own code and the SDK's client over HTTP against a stand-in in another process that keeps nothing. Memory is the whole process, the runtime and what the earlier rows left included.

| part | size | seconds | MB a second | processor, s | memory before, MB | at most, MB |
|---|---|---|---|---|---|---|
${results
  .map(
    ({ row, bytes, seconds, cpuSeconds, peak, before }) =>
      `| ${row.name} | ${megabytes(bytes)} MB | ${seconds.toFixed(1)} | ${Math.round(bytes / seconds / 1e6)} | ${cpuSeconds.toFixed(1)} | ${megabytes(before)} | ${megabytes(peak)} |`,
  )
  .join('\n')}
`
writeFileSync(join(import.meta.dirname, `../results/zips-${date}.md`), text)
process.stdout.write(text)
