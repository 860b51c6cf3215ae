import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { markOf } from '#functions/galleries/shown-picture.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { type Random, randomToken } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { CoverFocus } from '#schema/entities/gallery-look.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { isTall } from '#schema/entities/rendition-kinds.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { cutTall, type TallPiece } from './cut-tall.ts'

type Parts = {
  photos: PhotoStore
  galleries: GalleryStore
  storage: Storage
  random: Random
  log: Log
}

const isWide = ({ width, height }: Pick<Photo, 'width' | 'height'>): boolean =>
  width > height * limits.tallCover.fromRatio

const isCutFor = ({ cutFor }: Pick<Photo, 'cutFor'>, { x, y }: CoverFocus): boolean => cutFor?.x === x && cutFor.y === y

/** Whether a gallery's cover is to be cut: it is wide, and what was cut of it is not around its focal point. */
export const lacksTall = ({ cover, coverFocus }: Gallery): boolean =>
  cover !== null && isWide(cover) && !isCutFor(cover, coverFocus)

/**
 * Cuts the tall pieces that phones show of a gallery's cover, around its focal point, out of its largest rendition: with
 * the mark that this carries. A message that comes twice or late finds them cut and changes nothing; one that comes while
 * the photo is being drawn anew leaves it to that drawing.
 */
export const cutCover = async (parts: Parts, galleryId: GalleryId): Promise<void> => {
  const { galleries, photos, storage, log } = parts
  const gallery = await galleries.find(galleryId)
  const photo = gallery?.cover && (await photos.find(gallery.cover.photoId))
  if (!gallery || !photo || !mayBeCut(gallery, photo) || isCutFor(photo, gallery.coverFocus)) return
  const display = photo.renditions.find(({ kind, format }) => kind === 'display' && format === 'jpeg')
  const bytes = display && (await storage.read('renditions', display))
  if (!bytes) return
  const focus = gallery.coverFocus
  const { tall, drawn } = await keep(parts, photo, await cutTall(bytes, focus))
  const before = await photos.keepTall(photo, { tall, focus, drawn })
  const now = await galleries.find(galleryId)
  // Drawn anew meanwhile, or gone: nobody will ever ask for these files. Taken down, nobody may.
  if (!before || now?.takedown !== null) await remove(storage, tall)
  if (before)
    await remove(
      storage,
      before.renditions.filter(({ kind }) => isTall(kind)),
    )
  log.info(before ? 'cover cut' : 'cut discarded', { photoId: photo.id })
}

/** Shown, wide, and with the mark that it should have: without, it is about to be drawn anew. */
const mayBeCut = (gallery: Gallery, photo: Photo): boolean =>
  gallery.takedown === null && photo.state === 'ready' && isWide(photo) && photo.watermark === markOf(gallery)

const keep = async ({ storage, random }: Parts, { id: photoId, galleryId }: Photo, pieces: readonly TallPiece[]) => {
  const drawn = randomToken(random)
  const edgeTag = edgeTags.pictures(galleryId)
  const store = async (piece: TallPiece): Promise<Photo['renditions'][number]> => {
    const { kind, bytes, contentType, width, height } = piece
    const key = mediaKeys.rendition({ galleryId, photoId, token: drawn, kind, extension: 'avif' })
    await storage.put('renditions', { key, bytes, contentType, edgeTag })
    return { kind, format: 'avif', key, width, height, bytes: bytes.byteLength }
  }
  return { drawn, tall: await Promise.all(pieces.map(store)) }
}

const remove = (storage: Storage, renditions: Photo['renditions']): Promise<void> =>
  storage.remove(
    'renditions',
    renditions.map(({ key }) => key),
  )
