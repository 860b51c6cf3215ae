import { isDeepStrictEqual } from 'node:util'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { isCutFor, markOf } from '#functions/galleries/shown-picture.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { type Random, randomToken } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { isPiece } from '#schema/entities/rendition-kinds.ts'
import type { GalleryId } from '#schema/ids.ts'
import { cutPiece, type Piece, type PieceKind } from './cut-piece.ts'

type Parts = {
  photos: PhotoStore
  galleries: GalleryStore
  storage: Storage
  random: Random
  log: Log
}

type Cuttable = Pick<Photo, 'width' | 'height' | 'cutFor' | 'renditions'>

/** What is shown of a cover on its card, and by phones on its gallery's page, which an upright one fills as it is. */
const wanted = ({ width, height }: Cuttable): PieceKind[] => (width > height ? ['card', 'tall'] : ['card'])

/** All that is wanted and nothing that earlier releases cut, around the gallery's focal point. */
const isCut = (photo: Cuttable, { coverFocus }: Gallery): boolean => {
  const has = photo.renditions.flatMap(({ kind }) => (isPiece(kind) ? [kind] : []))
  return isCutFor(photo, coverFocus) && isDeepStrictEqual(has.toSorted(), wanted(photo).toSorted())
}

/** Whether a gallery's cover is to be cut, for the first time or anew. */
export const lacksPieces = (gallery: Gallery): boolean => gallery.cover !== null && !isCut(gallery.cover, gallery)

/** How often the focal point may move while a cover is being cut. */
const mostMoves = 3

/**
 * Cuts the pieces of a gallery's cover, around its focal point, out of its largest rendition: with the
 * mark that this carries. A message that comes twice or late finds it cut and changes nothing; one that comes while
 * the photo is being drawn anew leaves it to that drawing.
 * @throws AppError `changed_meanwhile` where its focal point moves all the time.
 */
export const cutCover = (parts: Parts, galleryId: GalleryId): Promise<void> =>
  retried(mostMoves, 'changed_meanwhile', async () => {
    const { galleries, photos, storage, log } = parts
    const gallery = await galleries.find(galleryId)
    const photo = gallery?.cover && (await photos.find(gallery.cover.photoId))
    if (!gallery || !photo || !mayBeCut(gallery, photo)) return undefined
    if (isCut(photo, gallery) && !lacksPieces(gallery)) return undefined
    const display = photo.renditions.find(({ kind, format }) => kind === 'display' && format === 'jpeg')
    const bytes = display && (await storage.read('renditions', display))
    if (!bytes) return undefined
    const focus = gallery.coverFocus
    const drawn = randomToken(parts.random)
    const cut: Piece[] = []
    for (const kind of wanted(photo)) cut.push(await cutPiece(bytes, { kind, focus }))
    const pieces = await Promise.all(cut.map((piece) => keep(storage, { display, galleryId, piece, drawn })))
    const before = await photos.keepPieces(photo, { pieces, focus, drawn })
    const now = await galleries.find(galleryId)
    // Drawn anew meanwhile, or gone: nobody will ever ask for these files. Taken down, nobody may.
    if (!before || now?.takedown !== null) await remove(storage, pieces)
    if (before) {
      await remove(
        storage,
        before.renditions.filter(({ kind }) => isPiece(kind)),
      )
    }
    log.info(before ? 'cover cut' : 'cut discarded', { photoId: photo.id })
    return now && lacksPieces(now) ? tryAgain : undefined
  })

/** Shown, and with the mark that it should have: without, it is about to be drawn anew. */
const mayBeCut = (gallery: Gallery, photo: Photo): boolean =>
  gallery.takedown === null && photo.state === 'ready' && photo.watermark === markOf(gallery)

type RenditionOf = Photo['renditions'][number]
type Cut = { display: RenditionOf; galleryId: GalleryId; piece: Piece; drawn: string }
const keep = async (storage: Storage, { display, galleryId, piece, drawn }: Cut): Promise<RenditionOf> => {
  const { kind, bytes, contentType, width, height } = piece
  const key = mediaKeys.piece({ of: display.key, token: drawn, kind })
  await storage.put('renditions', { key, bytes, contentType, edgeTag: edgeTags.pictures(galleryId) })
  return { kind, format: 'avif', key, width, height, bytes: bytes.byteLength }
}

const remove = (storage: Storage, renditions: Photo['renditions']): Promise<void> =>
  storage.remove(
    'renditions',
    renditions.map(({ key }) => key),
  )
