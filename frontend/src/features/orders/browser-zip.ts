import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'
import { namesApart } from '#schema/file-names.ts'
import { limits } from '#schema/limits.ts'
import { fileSizeOf } from './file-size.ts'

type Item = OrderView['items'][number]
type Size = 'original' | 'web'
export type ZipProgress = { files: number; of: number; bytes: number }

const counted = (body: ReadableStream<Uint8Array<ArrayBuffer>>, onBytes: (count: number) => void) =>
  body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        onBytes(chunk.byteLength)
        controller.enqueue(chunk)
      },
    }),
  )

/** About what all of them take: what a web file has, nobody knows before it is fetched. */
export const bytesOfAll = (items: readonly Item[], size: Size): number =>
  items.reduce((sum, item) => {
    const isWeb = fileSizeOf(item, size) === 'web'
    return sum + (isWeb ? Math.min(item.bytes, limits.zip.webBytesAPhoto) : item.bytes)
  }, 0)

/**
 * Makes one zip of everything an order bought, in the browser: file by file, so that only one is on its way at a time.
 * Each is called as it is when it is downloaded alone, with a number where two are called the same.
 */
export const zipOrder = async (
  orderId: string,
  items: readonly Item[],
  { size, onProgress }: { size: Size; onProgress: (progress: ZipProgress) => void },
): Promise<Blob> => {
  const { downloadZip } = await import('client-zip')
  const progress = { files: 0, of: items.length, bytes: 0 }
  const tell = () => onProgress({ ...progress })
  const nameApart = namesApart()

  async function* files() {
    for (const item of items) {
      const link = await callEndpoint(orders.endpoints.download, {
        params: { orderId, line: item.line },
        body: { size: fileSizeOf(item, size) },
      })
      const response = await fetch(link.url, { credentials: 'omit' })
      if (!response.ok || !response.body) throw new Error('A file of the order could not be fetched.')
      yield {
        name: nameApart(link.fileName),
        input: counted(response.body, (count) => {
          progress.bytes += count
          tell()
        }),
      }
      progress.files += 1
      tell()
    }
  }
  return downloadZip(files()).blob()
}
