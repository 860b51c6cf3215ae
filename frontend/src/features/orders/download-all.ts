import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'
import { namesApart } from '#schema/file-names.ts'

type Item = OrderView['items'][number]
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

/**
 * Makes one zip of everything an order bought, in the browser: file by file, so that only one is on its way at a time.
 * Each is called as it is when it is downloaded alone, with a number where two are called the same.
 */
export const zipOrder = async (
  orderId: string,
  items: readonly Item[],
  { size, onProgress }: { size: 'original' | 'web'; onProgress: (progress: ZipProgress) => void },
): Promise<Blob> => {
  const { downloadZip } = await import('client-zip')
  const progress = { files: 0, of: items.length, bytes: 0 }
  const tell = () => onProgress({ ...progress })
  const nameApart = namesApart()

  async function* files() {
    for (const item of items) {
      // Of a Web size there is no Original, and of some older photos no Web size.
      const chosen = !item.hasOriginal || (size === 'web' && item.hasWebSize) ? 'web' : 'original'
      const link = await callEndpoint(orders.endpoints.download, {
        params: { orderId, line: item.line },
        body: { size: chosen },
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
