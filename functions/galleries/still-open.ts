import type { Assert } from '#functions/shared/table/writes.ts'
import { assert, is } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { galleryKeys } from './gallery-keys.ts'

export type SeenGallery = Pick<Gallery, 'id' | 'accessVersion' | 'ownerState'>

/** The gallery is still open as it was when the visitor was let in: nothing is put into one that is being cleared. */
export const stillOpen = ({ id, accessVersion, ownerState }: SeenGallery): Assert =>
  assert(galleryKeys.gallery(id), {
    accessVersion: is.equal(accessVersion),
    ownerState: is.absentOr(is.equal(ownerState)),
    deletedAt: is.absentOr(is.equal(null)),
  })
