import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { markOf } from '#functions/galleries/shown-picture.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { type Random, randomToken } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
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

/** How often the focal point may move while a cover is being cut. */
const mostMoves = 3

/**
 * Cuts the tall piece that phones show of a gallery's cover, around its focal point, out of its largest rendition: with
 * the mark that this carries. A message that comes twice or late finds it cut and changes nothing; one that comes while
 * the photo is being drawn anew leaves it to that drawing.
 * @throws AppError `changed_meanwhile` where its focal point moves all the time.
 */
export const cutCover = (parts: Parts, galleryId: GalleryId): Promise<void> =>
  retried(mostMoves, 'changed_meanwhile', async () => {
    const { galleries, photos, storage, log } = parts
    const gallery = await galleries.find(galleryId)
    const photo = gallery?.cover && (await photos.find(gallery.cover.photoId))
    if (!gallery || !photo || !mayBeCut(gallery, photo) || isCutFor(photo, gallery.coverFocus)) return undefined
    const display = photo.renditions.find(({ kind, format }) => kind === 'display' && format === 'jpeg')
    const bytes = display && (await storage.read('renditions', display))
    if (!bytes) return undefined
    const focus = gallery.coverFocus
    const { tall, drawn } = await keep(parts, { display, galleryId, piece: await cutTall(bytes, focus) })
    const before = await photos.keepTall(photo, { tall: [tall], focus, drawn })
    const now = await galleries.find(galleryId)
    // Drawn anew meanwhile, or gone: nobody will ever ask for these files. Taken down, nobody may.
    if (!before || now?.takedown !== null) await remove(storage, [tall])
    if (before) await remove(storage, before.renditions.filter(isTallRendition))
    log.info(before ? 'cover cut' : 'cut discarded', { photoId: photo.id })
    return now && lacksTall(now) ? tryAgain : undefined
  })

const isTallRendition = ({ kind }: Photo['renditions'][number]): boolean => isTall(kind)

/** Shown, wide, and with the mark that it should have: without, it is about to be drawn anew. */
const mayBeCut = (gallery: Gallery, photo: Photo): boolean =>
  gallery.takedown === null && photo.state === 'ready' && isWide(photo) && photo.watermark === markOf(gallery)

type Cut = { display: Photo['renditions'][number]; galleryId: GalleryId; piece: TallPiece }
const keep = async ({ storage, random }: Parts, { display, galleryId, piece }: Cut) => {
  const drawn = randomToken(random)
  const { kind, bytes, contentType, width, height } = piece
  const key = mediaKeys.tall({ of: display.key, token: drawn })
  await storage.put('renditions', { key, bytes, contentType, edgeTag: edgeTags.pictures(galleryId) })
  const tall: Photo['renditions'][number] = { kind, format: 'avif', key, width, height, bytes: bytes.byteLength }
  return { drawn, tall }
}

const remove = (storage: Storage, renditions: Photo['renditions']): Promise<void> =>
  storage.remove(
    'renditions',
    renditions.map(({ key }) => key),
  )
