import { choreStore } from '#functions/chores/chore-store.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { openReviews } from '#functions/proofing/open-review.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { gallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { galleries } from '#schema/api/galleries.ts'
import { browseGalleries } from './browse-galleries.ts'
import { createGallery } from './create-gallery.ts'
import { galleryAccess } from './gallery-access.ts'
import { galleryChores } from './gallery-chores.ts'
import { galleryStore } from './gallery-store.ts'
import { getGallery } from './get-gallery.ts'
import { getLikeState } from './get-like-state.ts'
import { getMyGallery } from './get-my-gallery.ts'
import { grantOwnGallery } from './grant-own-gallery.ts'
import { guessNoticeStore } from './guess-notice-store.ts'
import { listGalleryPhotos } from './list-gallery-photos.ts'
import { listMyGalleries } from './list-my-galleries.ts'
import { photoStore } from './photo-store.ts'
import { recordView } from './record-view.ts'
import { removeGallery } from './remove-gallery.ts'
import { reportGallery } from './report-gallery.ts'
import { reportStore } from './report-store.ts'
import { startSession } from './start-session.ts'
import { tellOfGuessing } from './tell-of-guessing.ts'
import { toggleLike } from './toggle-like.ts'
import { unlockGallery } from './unlock-gallery.ts'
import { updateGallery } from './update-gallery.ts'

const liveParts = () => {
  const table = liveTable()
  const now = systemClock
  const signer = liveSigner()
  const ids = idMaker(now, systemRandom)
  const stores = { galleries: galleryStore(table), photos: photoStore(table), profiles: profileStore(table) }
  return {
    ...stores,
    chores: choreStore(table),
    reports: reportStore(table),
    supportAddress: () => setting('SUPPORT_ADDRESS'),
    siteUrl: () => setting('SITE_URL'),
    sessions: gallerySessions({ signer, random: systemRandom, now }),
    steps: galleryChores({ ...stores, send: liveSend, now }),
    access: galleryAccess({ signer, now, isReviewOpen: openReviews({ proofs: proofStore(table), now }) }),
    cursors: cursors(signer),
    links: liveMediaLinks(),
    throttle: liveThrottle(),
    tellOfGuessing: tellOfGuessing({
      ...stores,
      guessNotices: guessNoticeStore(table),
      ids,
      siteUrl: () => setting('SITE_URL'),
      now,
    }),
    ids,
    log: systemLog('galleries'),
    now,
  }
}

export const handler = serve(
  galleries,
  () => {
    const parts = liveParts()
    return {
      browse: browseGalleries(parts),
      get: getGallery(parts),
      listPhotos: listGalleryPhotos(parts),
      startSession: startSession(parts),
      unlock: unlockGallery(parts),
      recordView: recordView(parts),
      toggleLike: toggleLike(parts),
      likeState: getLikeState(parts),
      mine: listMyGalleries(parts),
      getMine: getMyGallery(parts),
      ownerGrant: grantOwnGallery(parts),
      report: reportGallery(parts),
      create: createGallery(parts),
      update: updateGallery(parts),
      remove: removeGallery(parts),
    }
  },
  { gate: liveGate },
)
