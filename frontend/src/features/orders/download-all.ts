import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'

type Item = OrderView['items'][number]
export type ZipProgress = { files: number; of: number; bytes: number }

/** "IMG_1.jpg" a second time becomes "IMG_1 (2).jpg". */
export const uniqueNames = (names: readonly string[]): string[] => {
  const used = new Map<string, number>()
  return names.map((name) => {
    const count = (used.get(name.toLowerCase()) ?? 0) + 1
    used.set(name.toLowerCase(), count)
    if (count === 1) return name
    const dot = name.lastIndexOf('.')
    return dot > 0 ? `${name.slice(0, dot)} (${String(count)})${name.slice(dot)}` : `${name} (${String(count)})`
  })
}

const counted = (body: ReadableStream<Uint8Array<ArrayBuffer>>, onBytes: (count: number) => void) =>
  body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        onBytes(chunk.byteLength)
        controller.enqueue(chunk)
      },
    }),
  )

/** Makes one zip of everything an order bought, in the browser: file by file, so that only one is on its way at a time. */
export const zipOrder = async (
  orderId: string,
  items: readonly Item[],
  { size, onProgress }: { size: 'original' | 'web'; onProgress: (progress: ZipProgress) => void },
): Promise<Blob> => {
  const { downloadZip } = await import('client-zip')
  const progress = { files: 0, of: items.length, bytes: 0 }
  const tell = () => onProgress({ ...progress })
  const names = uniqueNames(items.map((item) => item.fileName))

  async function* files() {
    for (const [index, item] of items.entries()) {
      const chosen = size === 'web' && item.hasWebSize ? 'web' : 'original'
      const link = await callEndpoint(orders.endpoints.download, {
        params: { orderId, line: item.line },
        body: { size: chosen },
      })
      const response = await fetch(link.url, { credentials: 'omit' })
      if (!response.ok || !response.body) throw new Error('A file of the order could not be fetched.')
      yield {
        name: names[index] ?? item.fileName,
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
