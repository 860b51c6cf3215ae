// What other features may use of the photos.
export { ManagePhotos } from './manage-photos.tsx'
export { photoOrderNames } from './photo-order-names.ts'
