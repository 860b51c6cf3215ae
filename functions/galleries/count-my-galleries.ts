import type { Operation } from '#functions/shared/http/operation.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { api } from '#schema/api/all.ts'
import { isProtected } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = { galleries: Pick<GalleryStore, 'listOwn'> }

/** More than one request gives (1 MB, some 600 galleries). */
const atOnce = 1_000

/** How many galleries and photos somebody has, for who has more galleries than a page of them holds. */
export const countMyGalleries =
  ({ galleries }: Parts): Operation<typeof api.galleries.endpoints.totals> =>
  async ({ caller }) => {
    const totals = { galleries: 0, photos: 0, publicGalleries: 0, protectedGalleries: 0 }
    for await (const page of eachPage((after) => galleries.listOwn(caller.userId, { after, limit: atOnce }))) {
      for (const gallery of page.galleries) {
        totals.galleries += 1
        totals.photos += gallery.photoCount
        totals.publicGalleries += Number(gallery.isPublic)
        totals.protectedGalleries += Number(isProtected(gallery))
      }
    }
    return totals
  }
