import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'

type Item = OrderView['items'][number]

/** What can be saved: a photo, a whole gallery, or with `file` one photo of a whole gallery. */
export type Savable = Pick<Item, 'line' | 'kind' | 'fileCount' | 'title' | 'hasOriginal' | 'hasWebSize'> & {
  readonly file?: number
}

export const countFiles = (items: readonly Savable[]): number => items.reduce((sum, item) => sum + item.fileCount, 0)

/** The same with the photos of each whole gallery in its place. */
export const filesOf = async (orderId: string, items: readonly Savable[], signal: AbortSignal): Promise<Savable[]> => {
  const all: Savable[] = []
  for (const item of items) {
    if (item.kind === 'photo' || item.file !== undefined) {
      all.push(item)
      continue
    }
    for (let from: number | null = 0; from !== null; ) {
      const params = { orderId, line: item.line }
      const page: Awaited<ReturnType<typeof filesPage>> = await filesPage(params, from, signal)
      all.push(
        ...page.files.map(({ number, title, hasWebSize }) => ({
          ...item,
          title,
          hasWebSize,
          fileCount: 1,
          file: number,
        })),
      )
      from = page.next
    }
  }
  return all
}

const filesPage = (params: { orderId: string; line: number }, from: number, signal: AbortSignal) =>
  callEndpoint(orders.endpoints.files, { params, query: { from } }, { signal })
