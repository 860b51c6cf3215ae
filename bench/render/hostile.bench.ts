// Time and memory of drawing files made to cost more than a photo: npm run bench:render:hostile. Each runs alone, from a
// file, in a process of its own, as in the render function.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod'
import { machine, machineLine } from '#bench/machine.ts'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { renderPhoto } from '#functions/media/render.ts'
import {
  tiffOfFilledJpegs,
  tiffOfOverlaps,
  webpOfChunks,
  withEmptyChunks,
  withFillBefore,
  withFillBehind,
  withSegmentsBefore,
  withSegmentsBehind,
  withStrayBytes,
} from '#test/support/media/hostile-files.ts'
import { photograph } from '#test/support/media/photo-files.ts'

const Measured = z.object({ outcome: z.string(), seconds: z.number(), cpuSeconds: z.number(), peakMb: z.number() })

/** The kernel's own high-water mark. */
const peakMb = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1_024

const [mode = '', path = ''] = process.argv.slice(2)
if (mode === 'clean' || mode === 'draw') {
  const start = performance.now()
  const made = mode === 'clean' ? cleanCopy(path) : await renderPhoto(path, { watermark: { text: 'Sample' } })
  const { user, system } = process.cpuUsage()
  console.log(
    JSON.stringify({
      outcome: 'reason' in made ? made.reason : made.kind,
      seconds: (performance.now() - start) / 1_000,
      cpuSeconds: (user + system) / 1_000_000,
      peakMb: peakMb(),
    }),
  )
} else {
  const folder = '/tmp/darkslide-hostile-bench'
  mkdirSync(folder, { recursive: true })
  const photo = photograph('nuthatch')
  const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer()
  const small = sharp(photo).resize(800)
  const png = await small.clone().png().toBuffer()
  const webp = await small.clone().webp().toBuffer()
  const strip = await sharp(photo).resize(2_000, 1_000, { fit: 'fill' }).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
  const files: [string, Buffer][] = [
    ['an ordinary photo of 4 megapixels', photo],
    ['11.8 million empty segments behind the pixels', withSegmentsBehind(photo, 11_800_000)],
    ['3 million between the scans of a progressive JPEG', withSegmentsBehind(progressive, 3_000_000)],
    ['5,000 before the pixels', withSegmentsBefore(photo, 5_000)],
    ['40 MB of fill bytes before the first marker', withFillBefore(photo, 40_000_000)],
    ['40 MB of fill bytes behind the pixels', withFillBehind(photo, 40_000_000)],
    ['20 MB of stray bytes between segments', withStrayBytes(photo, Buffer.alloc(20_000_000, 0x20))],
    ['15 MB of stray bytes, within the bound', withStrayBytes(photo, Buffer.alloc(15_000_000, 0x20))],
    ['lone markers by the million', withStrayBytes(photo, Buffer.alloc(40_000_000, Buffer.from([0xff, 0x01])))],
    ['3 million empty chunks of a PNG', withEmptyChunks(png, 3_000_000)],
    ['60,000 empty chunks, within the bound', withEmptyChunks(png, 60_000)],
    ['100,000 chunks of a WebP', webpOfChunks(webp, 100_000)],
    ['a TIFF that names 45 MB a hundred thousand times', tiffOfOverlaps(100_000, 45_000_000)],
    [
      'a TIFF that names a JPEG with 45 MB of fill bytes forty times',
      tiffOfFilledJpegs(strip, { strips: 40, fill: 45_000_000 }),
    ],
  ]
  const before = machine()
  const rows = files.map(([name, bytes], index) => {
    const file = join(folder, `${index}`)
    writeFileSync(file, bytes)
    const measured = (['clean', 'draw'] as const).map((kind) =>
      Measured.parse(
        JSON.parse(execFileSync(process.execPath, [import.meta.filename, kind, file], { encoding: 'utf8' })),
      ),
    )
    rmSync(file)
    const cells = measured.map(
      ({ outcome, cpuSeconds, peakMb }) => `${outcome} | ${cpuSeconds.toFixed(1)} | ${Math.round(peakMb)}`,
    )
    return `| ${name} | ${(bytes.length / 1_000_000).toFixed(1)} | ${cells.join(' | ')} |`
  })
  const date = new Date().toISOString().slice(0, 10)
  const report = `# Files made to cost more than a photo, ${date}

${machineLine(before)}. Load average ${before.loadAverage} before: processor time is what it is about. Each file alone in a process of its own, of which Node, sharp and this script are some 95 MB and half a second; the function has 2,048 MB and 120 seconds.

| file | MB | cleaned | CPU s | peak MB | drawn | CPU s | peak MB |
|---|---:|---|---:|---:|---|---:|---:|
${rows.join('\n')}
`
  writeFileSync(`bench/results/render-hostile-${date}.md`, report)
  rmSync(folder, { recursive: true })
  console.log(report)
}
