import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'

/** The dialog for a new gallery, fetched when a page is about to need it. */
export const CreateGalleryDialog = lazyPart(
  () => import('./create-gallery-dialog.tsx'),
  (m) => m.CreateGalleryDialog,
)
