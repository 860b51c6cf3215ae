import { buyerFiles } from '#functions/deliveries/buyer-files.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { quotaStore } from '#functions/galleries/quota-store.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { openReviews } from '#functions/proofing/open-review.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { photos } from '#schema/api/photos.ts'
import { downloadFreePhoto } from './download-free-photo.ts'
import { downloadStore } from './download-store.ts'
import { removePhoto, updatePhoto } from './edit-photo.ts'
import { getUploadRoom } from './get-upload-room.ts'
import { grantUpload, regrantUpload } from './grant-upload.ts'
import { confirmUpload, findMyPhotos, getMyPhoto, listMyPhotos } from './own-photos.ts'

const liveParts = () => {
  const table = liveTable()
  const signer = liveSigner()
  const storage = liveStorage()
  return {
    galleries: galleryStore(table),
    photos: photoStore(table),
    profiles: profileStore(table),
    quota: quotaStore(table),
    downloads: downloadStore(table),
    files: buyerFiles(storage),
    storage,
    access: galleryAccess({
      signer,
      now: systemClock,
      isReviewOpen: openReviews({ proofs: proofStore(table), now: systemClock }),
    }),
    cursors: cursors(signer),
    links: liveMediaLinks(),
    throttle: liveThrottle(),
    ids: idMaker(systemClock, systemRandom),
    now: systemClock,
  }
}

export const handler = serve(
  photos,
  () => {
    const parts = liveParts()
    return {
      grantUpload: grantUpload(parts),
      uploadRoom: getUploadRoom(parts),
      regrantUpload: regrantUpload(parts),
      confirmUpload: confirmUpload(parts),
      getMine: getMyPhoto(parts),
      findMine: findMyPhotos(parts),
      listMine: listMyPhotos(parts),
      update: updatePhoto(parts),
      remove: removePhoto(parts),
      downloadFree: downloadFreePhoto(parts),
    }
  },
  { gate: liveGate },
)
