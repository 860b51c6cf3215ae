import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'

/** A dialog that few photographers open. */
export const GalleryVisitors = lazyPart(
  () => import('./gallery-visitors.tsx'),
  (m) => m.GalleryVisitors,
)
