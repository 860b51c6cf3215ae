import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { namesApart } from '#schema/file-names.ts'
import type { ZipFile, ZipSource } from './zip-file.ts'

type Parts = { storage: Pick<Storage, 'open' | 'putStream'>; log: Log }
/** A file that is called and can be read, or one that storage does not have. */
type Opened = { name: string; input: AsyncIterable<Uint8Array> | string; stop: () => void } | undefined

/** Files that are asked for while another is read: a small one takes as long to come as to be read. */
const openedAhead = 3

type SoldFile = { place: string } & NonNullable<ZipFile['sale']>
export type WrittenPart = { files: number; bytes: number; missing: number; sold: SoldFile[] }

/**
 * Packs the files behind `after`, up to and with `through`, and stores them under `key`: as they come, none compressed and
 * none whole in memory. Files before them are looked at for their names alone, so that no two in all parts are called the same.
 */
export const writePart = async (
  { storage, log }: Parts,
  source: ZipSource,
  { after, through, key }: { after: string | undefined; through: string; key: string },
): Promise<WrittenPart> => {
  const nameApart = namesApart()
  const sold: SoldFile[] = []
  let files = 0
  let missing = 0

  const open = async (file: ZipFile): Promise<Opened> => {
    const found = await file.find()
    if (!found) return undefined
    const { name, content } = found
    if (content.kind === 'text') return { name, input: await content.text(), stop: () => {} }
    const stored = await storage.open(content.bucket, content.object)
    if (!stored) return undefined
    // Until it is read, nobody hears of its failure; whoever reads it does.
    stored.body.on('error', () => {})
    return { name, input: stored.body, stop: () => void stored.body.destroy() }
  }

  async function* wanted(): AsyncGenerator<ZipFile, void> {
    for await (const file of source.files(after)) {
      if (file.place > through) return
      if (after === undefined || file.place > after) yield file
      else {
        const name = await file.findName()
        if (name !== undefined) nameApart(name)
      }
    }
  }

  async function* entries() {
    for await (const { file, opened } of openAhead(wanted(), open)) {
      if (!opened) {
        missing += 1
        log.error(file.sale ? 'a sold file is missing' : 'a file to be packed is missing', file.about)
        continue
      }
      files += 1
      if (file.sale) sold.push({ place: file.place, ...file.sale })
      yield { name: nameApart(opened.name), input: opened.input, lastModified: source.dated }
    }
  }

  const zip = Readable.fromWeb(makeZip(entries()))
  const bytes = await storage.putStream('zips', { key, contentType: 'application/zip' }, zip)
  return { files, bytes, missing, sold }
}

/** The files with what they hold, a few of them opened before they are read. What is opened and not read is stopped. */
async function* openAhead(
  files: AsyncGenerator<ZipFile, void>,
  open: (file: ZipFile) => Promise<Opened>,
): AsyncGenerator<{ file: ZipFile; opened: Opened }, void> {
  const waiting: { file: ZipFile; opening: Promise<Opened> }[] = []
  const more = async (): Promise<void> => {
    const next = await files.next()
    if (next.done) return
    const opening = open(next.value)
    // A failure is thrown where it is waited for.
    opening.catch(() => {})
    waiting.push({ file: next.value, opening })
  }
  try {
    while (waiting.length < openedAhead) {
      const before = waiting.length
      await more()
      if (waiting.length === before) break
    }
    for (let first = waiting.shift(); first; first = waiting.shift()) {
      const opened = await first.opening
      await more()
      yield { file: first.file, opened }
    }
  } finally {
    for (const { opening } of waiting) {
      const opened = await opening.catch(() => undefined)
      opened?.stop()
    }
  }
}
