// What other features may use of the galleries.
export { FavouritesLink } from './favourites-link.tsx'
export { CardGrid, GalleryCard, GalleryCardSkeleton } from './gallery-card.tsx'
export { Fact, GalleryCounts } from './gallery-counts.tsx'
export { GalleryCover } from './gallery-cover.tsx'
export { LikeOrEdit } from './gallery-header.tsx'
export { GallerySkeleton } from './gallery-skeleton.tsx'
export {
  useAllOwnGalleries,
  useCreateGallery,
  useGalleryTotals,
  useOwnGalleries,
  useOwnGallery,
  useRemoveGallery,
  useRestoreGallery,
  useUpdateGallery,
} from './own-galleries.ts'
export { PhotoWall } from './photo-wall.tsx'
export { useFeaturedGalleries, useGallery } from './queries.ts'
export { useShareDialog } from './share-part.tsx'
export { useCountedVisit } from './use-gallery-counts.ts'
export { usePagedPhotos } from './use-paged-photos.ts'
export { usePhotoFailures } from './use-photo-failures.ts'
