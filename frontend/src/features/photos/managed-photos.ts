import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'

/** The list of own galleries is seen without it. */
export const ManagePhotos = lazyPart(
  () => import('./manage-photos.tsx'),
  (m) => m.ManagePhotos,
)
