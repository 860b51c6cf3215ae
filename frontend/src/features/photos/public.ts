// What pages may use of the photos.
export { uploadQueueOf } from './live-upload-queue.ts'
export { ManagePhotos } from './managed-photos.ts'
export { UploadForm } from './upload-form.tsx'
export type { UploadQueue } from './upload-queue.ts'
