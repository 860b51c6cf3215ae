import type { OwnPhoto } from '#schema/api/photos.ts'
import { cleanFileName } from '#schema/file-names.ts'
import type { GalleryId } from '#schema/ids.ts'
import { storedFileName } from '#schema/upload-rules.ts'

type Named = Pick<File, 'name' | 'type' | 'size'>
type Listed = Pick<
  OwnPhoto,
  'id' | 'title' | 'description' | 'pricePence' | 'isExcepted' | 'fileName' | 'bytes' | 'state'
>
type Page = { items: readonly Listed[]; nextCursor?: string | undefined }
type Parts = { page: (galleryId: GalleryId, cursor: string | undefined) => Promise<Page>; now: () => number }
type Read = {
  names: Set<string>
  awaited: Map<string, Listed>
  next: string | undefined
  isWhole: boolean
  atMs: number
}

/** A gallery changes elsewhere too, but not while files are being chosen. */
const freshMs = 60_000

const keyOf = (name: string, bytes: number) => `${String(bytes)} ${name}`
/** Under the name that the server would keep: a Mac tells the accents of a name apart from its letters. */
const keyOfFile = ({ name, type, size }: Named) => keyOf(storedFileName({ fileName: name, contentType: type }), size)
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
    const begun: Read = { names: new Set(), awaited: new Map(), next: undefined, isWhole: false, atMs: now() }
    read.set(galleryId, begun)
    return begun
  }

  return {
    /** Those of the files that the gallery has. Rejects when the list cannot be read. */
    find: async <T extends Named>(galleryId: GalleryId, files: readonly T[]): Promise<ReadonlySet<T>> => {
      const known = readOf(galleryId)
      const isKnown = (file: Named) => known.names.has(keyOfFile(file))
      while (!known.isWhole && !files.every(isKnown)) {
        const { items, nextCursor } = await page(galleryId, known.next)
        for (const photo of items) {
          const key = keyOf(cleanFileName(photo.fileName), photo.bytes)
          if (hasArrived(photo)) known.names.add(key)
          else if (photo.state === 'pending') known.awaited.set(key, photo)
        }
        known.next = nextCursor
        known.isWhole = nextCursor === undefined
      }
      return new Set(files.filter(isKnown))
    },
    /** Of a file that was looked for and not found: the photo that waits for it, when its upload was broken off. */
    awaited: (galleryId: GalleryId, file: Named): Listed | undefined =>
      read.get(galleryId)?.awaited.get(keyOfFile(file)),
    /** After something has arrived or was deleted. */
    forget: () => read.clear(),
  }
}
export type PresentFiles = ReturnType<typeof createPresentFiles>
