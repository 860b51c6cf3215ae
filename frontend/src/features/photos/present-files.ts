import type { OwnPhoto } from '#schema/api/photos.ts'
import type { GalleryId } from '#schema/ids.ts'

type Named = { name: string; size: number }
type Page = { items: readonly Pick<OwnPhoto, 'fileName' | 'bytes' | 'state'>[]; nextCursor?: string | undefined }
type Parts = { page: (galleryId: GalleryId, cursor: string | undefined) => Promise<Page>; now: () => number }
type Read = { names: Set<string>; next: string | undefined; isWhole: boolean; atMs: number }

/** A gallery changes elsewhere too, but not while files are being chosen. */
const freshMs = 60_000

const nameOf = (name: string, bytes: number) => `${String(bytes)} ${name}`
/** What has arrived: a photo that is still awaited may wait for ever, and one that failed is to be sent again. */
const hasArrived = ({ state }: Pick<OwnPhoto, 'state'>) => state === 'ready' || state === 'kept'

/**
 * What a gallery has already, by name and size. Its list is read page by page, no further than until every file that is
 * asked about is found, and not again within a minute.
 */
export const createPresentFiles = ({ page, now }: Parts) => {
  const read = new Map<GalleryId, Read>()

  const readOf = (galleryId: GalleryId): Read => {
    const known = read.get(galleryId)
    if (known && now() - known.atMs < freshMs) return known
    const begun: Read = { names: new Set(), next: undefined, isWhole: false, atMs: now() }
    read.set(galleryId, begun)
    return begun
  }

  return {
    /** Those of the files that the gallery has. Rejects when the list cannot be read. */
    find: async <T extends Named>(galleryId: GalleryId, files: readonly T[]): Promise<ReadonlySet<T>> => {
      const known = readOf(galleryId)
      const isKnown = ({ name, size }: Named) => known.names.has(nameOf(name, size))
      while (!known.isWhole && !files.every(isKnown)) {
        const { items, nextCursor } = await page(galleryId, known.next)
        for (const photo of items) if (hasArrived(photo)) known.names.add(nameOf(photo.fileName, photo.bytes))
        known.next = nextCursor
        known.isWhole = nextCursor === undefined
      }
      return new Set(files.filter(isKnown))
    },
    /** After something has arrived or was deleted. */
    forget: () => read.clear(),
  }
}
export type PresentFiles = ReturnType<typeof createPresentFiles>
