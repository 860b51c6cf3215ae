import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { askAnew } from '#frontend/shared/api/drop-listed.ts'
import { isShort } from '#frontend/shared/api/long-lists.ts'
import { listLagMs } from '#frontend/shared/galleries/list-lag.ts'
import { type OwnPhoto, photos } from '#schema/api/photos.ts'
import type { GalleryId, PhotoId, SetId } from '#schema/ids.ts'
import { newer } from './merge-photo-updates.ts'
import type { Listed } from './own-photo-pages.ts'
import { isReadingFurther, listKey, shows, useGonePhotos, useShownPhotos } from './queries.ts'

const { endpoints } = photos
type Changes = Omit<z.input<typeof endpoints.update.body>, 'version'>

/** What became of photos that something was done to: as they are by now, and which are deleted. */
export type Answered = { readonly saved: readonly OwnPhoto[]; readonly gone: readonly PhotoId[] }

/** Where what is gone is left out of the answer. */
const answeredOf = (photoIds: readonly PhotoId[], saved: readonly OwnPhoto[]): Answered => {
  const found = new Set(saved.map(({ id }) => id))
  return { saved, gone: photoIds.filter((id) => !found.has(id)) }
}

/**
 * Changes of many photos at once: what was answered is shown together when all is done, and not after each. Nothing of it makes
 * a cover.
 */
export const useManyPhotos = (galleryId: GalleryId) => {
  const queries = useQueryClient()
  const show = useShownPhotos(galleryId)
  const leave = useGonePhotos(galleryId)
  const queryKey = listKey(galleryId)
  const rereadIfShort = () => {
    const isLong = !isShort(queries.getQueryData<Listed>(queryKey))
    if (!isLong && !isReadingFurther(queries, galleryId)) void queries.invalidateQueries({ queryKey })
  }
  return {
    update: async ({ id, version }: OwnPhoto, changes: Changes): Promise<Answered> => {
      const saved = await callEndpoint(endpoints.update, { params: { photoId: id }, body: { version, ...changes } })
      return { saved: [saved], gone: [] }
    },
    putInSet: async (photoIds: PhotoId[], setId: SetId | null): Promise<Answered> => {
      const { items } = await callEndpoint(endpoints.putInSet, { params: { galleryId }, body: { photoIds, setId } })
      return answeredOf(photoIds, items)
    },
    /** Also where it was gone already, for the answer to an earlier try may have been lost. */
    remove: async ({ id }: OwnPhoto): Promise<Answered> => {
      await callEndpoint(endpoints.remove, { params: { photoId: id } }).catch((error) => {
        if (codeOf(error) !== 'photo_not_found') throw error
      })
      return { saved: [], gone: [id] }
    },
    /** At most `limits.upload.lookAtOnce` photos as they are by now. */
    look: async (photoIds: PhotoId[]): Promise<Answered> =>
      answeredOf(photoIds, (await callEndpoint(endpoints.findMine, { body: { photoIds } })).items),
    /**
     * The list has the answers at once: what is done next counts on their versions. A short one is read again once the
     * index that it comes from has followed, and nobody waits for that; a longer one when it is opened next.
     */
    show: (answers: readonly Answered[]) => {
      const told = new Map(answers.flatMap(({ saved }) => saved.map((photo) => [photo.id, photo])))
      leave(answers.flatMap(({ gone }) => gone))
      // One that was edited meanwhile is newer than what was answered before.
      show((known) => known.map((photo) => ({ ...newer(photo, told.get(photo.id)), isCover: photo.isCover })))
      void askAnew(queries, shows)
      void queries.invalidateQueries({ queryKey, refetchType: 'none' })
      setTimeout(rereadIfShort, listLagMs)
    },
  }
}
