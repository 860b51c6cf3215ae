import { liveBuyerFiles } from '#functions/deliveries/live.ts'
import { liveGalleries, liveGalleryAccess, liveQuota } from '#functions/galleries/live.ts'
import { liveGate, liveProfiles } from '#functions/profiles/live.ts'
import { liveReviews } from '#functions/proofing/live.ts'
import { liveRecall } from '#functions/shared/edge/live-recall.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { liveCursors, liveIds } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { photos } from '#schema/api/photos.ts'
import { downloadFreePhoto } from './download-free-photo.ts'
import { movePhoto, removePhoto, updatePhoto } from './edit-photo.ts'
import { getUploadRoom } from './get-upload-room.ts'
import { grantUpload, regrantUpload } from './grant-upload.ts'
import { limitedDownloadStore } from './limited-download-store.ts'
import { confirmUpload, findMyPhotos, getMyPhoto, listMyPhotos } from './own-photos.ts'
import { putPhotosInSet } from './put-in-set.ts'

const liveParts = () => {
  return {
    ...liveGalleries(liveRecall),
    profiles: liveProfiles(),
    quota: liveQuota(),
    limitedDownloads: limitedDownloadStore(liveTable()),
    send: liveSend,
    random: systemRandom,
    files: liveBuyerFiles(),
    storage: liveStorage(),
    access: liveGalleryAccess(liveReviews()),
    cursors: liveCursors(),
    links: liveMediaLinks(),
    throttle: liveThrottle(),
    ids: liveIds(),
    log: systemLog('photos'),
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
      move: movePhoto(parts),
      putInSet: putPhotosInSet(parts),
      remove: removePhoto(parts),
      downloadFree: downloadFreePhoto(parts),
    }
  },
  { gate: liveGate },
)
