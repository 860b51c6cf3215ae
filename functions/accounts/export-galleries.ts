import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { ZipFile } from '#functions/zips/zip-file.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { fileFormats } from '#schema/file-formats.ts'
import { namesApart, savedName } from '#schema/file-names.ts'
import type { PhotoId, UserId } from '#schema/ids.ts'
import { galleryText, photoRow, photoTable, textFile } from './export-texts.ts'

export type GalleryParts = {
  galleries: Pick<GalleryStore, 'listOwn'>
  photos: Pick<PhotoStore, 'listShown' | 'listHidden' | 'getMany'>
}
type Asked = { userId: UserId; askedAt: string; after: string }
/** Of a photo no more than it takes to find it: all of a gallery are in memory at once. */
type Original = {
  readonly id: PhotoId
  readonly name: string
  readonly bytes: number
  readonly object: NonNullable<Photo['original']>
}

const galleriesAtOnce = 100
const photosAtOnce = 500

/**
 * Each gallery with its photos, the oldest first; what came after the export was asked for is left out. It begins at the
 * gallery of `after`: names are made apart within a gallery's folder, so none depends on those before.
 */
export async function* galleriesOf(
  parts: GalleryParts,
  { userId, askedAt, after }: Asked,
  kind: string,
): AsyncGenerator<ZipFile, void> {
  const read = (from: Item | undefined) =>
    parts.galleries.listOwn(userId, { after: from, limit: galleriesAtOnce, oldestFirst: true })
  for await (const { galleries } of eachPage(read))
    for (const gallery of galleries) {
      if (gallery.createdAt > askedAt) return
      const place = `${kind}#${gallery.createdAt}#${gallery.id}`
      // "~" comes behind every place within this gallery.
      if (after <= `${place}~`) yield* filesOf(parts, { gallery, askedAt, place })
    }
}

async function* filesOf(
  { photos }: GalleryParts,
  { gallery, askedAt, place }: { gallery: Gallery; askedAt: string; place: string },
): AsyncGenerator<ZipFile, void> {
  const folder = `galleries/${gallery.slug || gallery.id}`
  const { rows, originals } = await photosOf({ photos }, gallery, askedAt)
  yield textFile(`${place}#0`, `${folder}/gallery.json`, async () => galleryText(gallery))
  yield textFile(`${place}#1`, `${folder}/photos.csv`, async () => photoTable(rows))
  for (const { id, name, bytes, object } of originals) {
    const path = `${folder}/photos/${name}`
    yield {
      place: `${place}#2#${id}`,
      plannedBytes: async () => bytes,
      findName: async () => path,
      find: async () => ({
        name: path,
        content: { kind: 'stored', bucket: 'originals', object: { key: object.key, versionId: object.versionId } },
      }),
      about: { photoId: id },
    }
  }
}

/** In the order of their ids, which no edit changes; their lists follow what the photographer arranges. */
const photosOf = async ({ photos }: Pick<GalleryParts, 'photos'>, gallery: Gallery, askedAt: string) => {
  const found = new Map<PhotoId, Photo>()
  const lists = [photos.listShown, photos.listHidden]
  for (const list of lists) {
    const read = (after: Item | undefined) => list(gallery.id, { after, limit: photosAtOnce })
    for await (const page of eachPage(read))
      for (const photo of page.photos) if (photo.createdAt <= askedAt) found.set(photo.id, photo)
  }
  const apart = namesApart()
  const rows: (string | number)[][] = []
  const originals: Original[] = []
  for (const photo of [...found.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const object = gallery.takedown === null ? originalOf(photo) : null
    const name = object === null ? '' : apart(nameOf(photo))
    if (object !== null) originals.push({ id: photo.id, name, bytes: photo.bytes, object })
    rows.push(photoRow(photo, name, gallery.sets.find(({ id }) => id === photo.setId)?.name ?? ''))
  }
  return { rows, originals }
}

/** What the operator took down is listed and not handed out again, and what was refused or never came has no file. */
const originalOf = ({ state, original }: Photo): Photo['original'] =>
  state === 'ready' || state === 'kept' ? original : null

/** As it was uploaded; a file without a name is called after its title. */
const nameOf = ({ fileName, title, fileFormat }: Photo): string =>
  fileName === '' ? savedName(title, fileFormats[fileFormat ?? 'jpeg'].extension) : fileName
