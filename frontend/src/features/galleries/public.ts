// What other features may use of the galleries.
export { cartItemOf } from './cart-item-of.ts'
export { CardGrid, GalleryCard, GalleryCardSkeleton } from './gallery-card.tsx'
export { Fact, GalleryCounts } from './gallery-counts.tsx'
export { GallerySkeleton } from './gallery-skeleton.tsx'
export {
  isProtected,
  useCreateGallery,
  useOwnGalleries,
  useRemoveGallery,
  useUpdateGallery,
} from './own-galleries.ts'
export { priceOf } from './photo-tile.tsx'
export { useFeaturedGalleries } from './queries.ts'
export { ReportLink } from './report-link.tsx'
