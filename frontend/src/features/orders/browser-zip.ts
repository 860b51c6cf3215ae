import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'
import { namesApart } from '#schema/file-names.ts'
import { limits } from '#schema/limits.ts'
import { fileSizeOf } from './file-size.ts'

type Item = OrderView['items'][number]
type Size = 'original' | 'web'
export type ZipProgress = { files: number; of: number; bytes: number }

/** About what all of them take: what a web file has, nobody knows before it is fetched. */
export const bytesOfAll = (items: readonly Item[], size: Size): number =>
  items.reduce((sum, item) => {
    const isWeb = fileSizeOf(item, size) === 'web'
    return sum + (isWeb ? Math.min(item.bytes, limits.zip.webBytesAPhoto) : item.bytes)
  }, 0)

type Packing = { size: Size; signal: AbortSignal; onProgress: (progress: ZipProgress) => void }

/**
 * Makes one zip of everything an order bought, in the browser: file by file, so that only one is on its way at a time.
 * Each is called as it is when it is downloaded alone, with a number where two are called the same. It has all of them or
 * is none, so a file that does not come is waited for and fetched again before the others are given up with it.
 * @throws when it was cancelled, and when a file cannot be had.
 */
export const zipOrder = async (
  orderId: string,
  items: readonly Item[],
  { size, signal, onProgress }: Packing,
): Promise<Blob> => {
  // What packs is fetched by whoever packs: most who open an order's page do not.
  const [{ downloadZip }, { patiently, wholeFile }] = await Promise.all([
    import('client-zip'),
    import('./patient-file.ts'),
  ])
  const progress = { files: 0, of: items.length, bytes: 0 }
  const tell = () => onProgress({ ...progress })
  const nameApart = namesApart()

  async function* files() {
    for (const item of items) {
      const bytesBefore = progress.bytes
      const file = await patiently(async (hold) => {
        progress.bytes = bytesBefore
        // A link lives for minutes: each try has its own.
        const link = await callEndpoint(
          orders.endpoints.download,
          { params: { orderId, line: item.line }, body: { size: fileSizeOf(item, size) } },
          { signal: hold.signal },
        )
        hold.alive()
        const input = await wholeFile(link.url, hold.signal, (count) => {
          hold.alive()
          progress.bytes += count
          tell()
        })
        return { name: link.fileName, input }
      }, signal)
      yield { name: nameApart(file.name), input: file.input }
      progress.files += 1
      tell()
    }
  }
  const zip = await downloadZip(files()).blob()
  signal.throwIfAborted()
  return zip
}
