// Runs alone in a process of its own, on one core: `time <rounds> <mark> <file>` or `memory <contender> <mark> <file>`.
import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { type ContenderName, contenderNames, contenders, type Made } from './contenders.ts'
import { psnr } from './psnr.ts'

const [kind = '', argument = '', mark = '', file = ''] = process.argv.slice(2)

const bytesOf = ({ display, thumbnail, displayAvif, mediumAvif, thumbnailAvif, web }: Made) =>
  [display, thumbnail, displayAvif, mediumAvif, thumbnailAvif, web].reduce((sum, { length }) => sum + length, 0)

/** The photo decoded whole, converted by its profile, and only then shrunk: what an output should look like. */
const reference = async (longestSide: number) => {
  const whole = await sharp(file, { autoOrient: true, limitInputPixels: false })
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(whole.data, {
    raw: { width: whole.info.width, height: whole.info.height, channels: whole.info.channels },
    limitInputPixels: false,
  })
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer()
}
/** Mean difference of the colours of areas, where noise of compression cancels out, in steps of 255. */
const colourError = async (one: Buffer, other: Buffer) => {
  const areas = async (image: Buffer) => sharp(image).resize(32, 32, { fit: 'fill', kernel: 'linear' }).raw().toBuffer()
  const [first, second] = [await areas(one), await areas(other)]
  return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length
}

const quality = async () => {
  const isRaw = file.endsWith('.nef')
  if (isRaw) return undefined
  const expected = await reference(2_048)
  // Shut in the product, which opens no such file; here it is the judge.
  sharp.unblock({ operation: ['VipsForeignLoadHeif'] })
  const scores: Record<string, { displayPsnr: number; avifPsnr: number; colourError: number }> = {}
  for (const name of contenderNames) {
    const made = await contenders[name](file, undefined)
    const { data, info } = await sharp(made.display).raw().toBuffer({ resolveWithObject: true })
    const avif = await sharp(made.displayAvif).removeAlpha().raw().toBuffer()
    const expectedImage = await sharp(expected, { raw: { width: info.width, height: info.height, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    scores[name] = {
      displayPsnr: psnr(data, expected),
      avifPsnr: psnr(avif, expected),
      colourError: await colourError(made.display, expectedImage),
    }
  }
  return scores
}

/** The kernel's own high-water mark: what `resourceUsage` gives also counts the process that started this one. */
const peakMb = () => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = status.match(/VmHWM:\s+(\d+) kB/)?.[1]
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) / 1_024
}

if (kind === 'time') {
  const rounds = Number(argument)
  const times: Record<string, number[]> = {}
  const walls: Record<string, number[]> = {}
  const bytes: Record<string, number> = {}
  for (let round = -1; round < rounds; round += 1) {
    // Another one begins each round, and the first round only warms up.
    for (let turn = 0; turn < contenderNames.length; turn += 1) {
      const name = contenderNames[(turn + round + contenderNames.length) % contenderNames.length] ?? 'ours'
      const start = { wall: performance.now(), processor: process.cpuUsage() }
      const made = await contenders[name](file, mark || undefined)
      const { user, system } = process.cpuUsage(start.processor)
      if (round >= 0) {
        times[name] = [...(times[name] ?? []), (user + system) / 1_000]
        walls[name] = [...(walls[name] ?? []), performance.now() - start.wall]
      }
      bytes[name] = bytesOf(made)
    }
  }
  console.log(JSON.stringify({ times, walls, bytes, quality: await quality() }))
} else {
  const start = performance.now()
  const made = await contenders[argument as ContenderName](file, mark || undefined)
  console.log(
    JSON.stringify({
      peakMb: peakMb(),
      ms: performance.now() - start,
      bytes: bytesOf(made),
    }),
  )
}
