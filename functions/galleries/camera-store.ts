import * as z from 'zod'
import type { Put, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { Camera } from '#schema/entities/camera-clocks.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { type GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { galleryKeys } from './gallery-keys.ts'

/** A camera of a gallery, with the photo by which it was met and the time that its clock showed then. */
const Met = z.object({ camera: Camera, photoId: PhotoId, capturedAt: z.string() })
export type MetCamera = z.infer<typeof Met>

type Taken = Pick<Photo, 'id' | 'galleryId' | 'camera' | 'capturedAt'>

/** So many are remembered between photos, so that a card of photos writes its camera once and not with each of them. */
const mostRemembered = 1_000

/** What says, with a photo that becomes ready, that its camera took photos of its gallery. */
export const cameraNotes = () => {
  const known = new Set<string>()
  const nameOf = ({ galleryId, camera }: Taken) => `${galleryId} ${camera}`
  return {
    /** For the transaction in which the photo becomes ready. Writing it again changes nothing but the photo. */
    noted(photo: Taken): Put[] {
      const { id, galleryId, camera, capturedAt } = photo
      if (camera === null || capturedAt === null || known.has(nameOf(photo))) return []
      return [put({ ...galleryKeys.camera(galleryId, camera), camera, photoId: id, capturedAt }, 'always')]
    },
    /** After it. */
    keepNoted(photo: Taken): void {
      if (known.size >= mostRemembered) known.clear()
      known.add(nameOf(photo))
    },
  }
}

/** The cameras of galleries. Part of the gallery store. */
export const cameraStore = (table: Table) => ({
  /** By name; a gallery whose files name a new camera each tells of the first ones. */
  async listCameras(id: GalleryId): Promise<{ cameras: MetCamera[]; isMore: boolean }> {
    const { PK: partition } = galleryKeys.gallery(id)
    const sort = { beginsWith: galleryKeys.cameras }
    const { items } = await table.query({ partition, sort, limit: limits.gallery.camerasTold + 1 })
    const cameras = items.map((item) => Met.parse(item))
    return { cameras: cameras.slice(0, limits.gallery.camerasTold), isMore: items.length > limits.gallery.camerasTold }
  },
})
