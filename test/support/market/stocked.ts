import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { GalleryId } from '#schema/ids.ts'
import { aPendingPhoto, aPhoto, aRendering } from '#test/support/builders/photo.ts'

type Parts = { photos: Pick<PhotoStore, 'create' | 'becomeReady' | 'find'>; ids: Pick<IdMaker, 'photo'> }

/** Puts a photo on sale in a gallery, as an upload that was drawn does. */
export const stocked = async (
  { photos, ids }: Parts,
  galleryId: GalleryId,
  overrides: Partial<Photo> = {},
): Promise<Photo> => {
  const pending = aPendingPhoto({ id: ids.photo(), galleryId, ...overrides })
  await photos.create(pending)
  const { width, height, webKey } = { ...aPhoto(), ...overrides }
  const drawn = { ...aRendering(), width, height, webKey }
  if (!(await photos.becomeReady(pending, drawn))) throw new Error('It did not become ready.')
  const ready = await photos.find(pending.id)
  if (!ready) throw new Error('It is gone.')
  return ready
}
