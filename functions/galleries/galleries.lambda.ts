import { liveGate, liveProfiles } from '#functions/profiles/live.ts'
import { liveReviews } from '#functions/proofing/live.ts'
import { liveRecall } from '#functions/shared/edge/live-recall.ts'
import { later } from '#functions/shared/http/later.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { liveCursors, liveIds, liveSessions } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveLeaveAddress } from '#functions/visitors/live.ts'
import { liveWriting } from '#functions/visitors/live-writing.ts'
import { galleries } from '#schema/api/galleries.ts'
import { browseGalleries } from './browse-galleries.ts'
import { getGallery } from './get-gallery.ts'
import { getLikeState } from './get-like-state.ts'
import { grantOwnGallery } from './grant-own-gallery.ts'
import { guessNoticeStore } from './guess-notice-store.ts'
import { listFavourites } from './list-favourites.ts'
import { listGalleryPhotos } from './list-gallery-photos.ts'
import { liveFavouritesLists, liveGalleries, liveGalleryAccess, liveReports } from './live.ts'
import { liveSearch } from './live-search.ts'
import { listPhotoHours } from './photo-hours.ts'
import { recordView } from './record-view.ts'
import { reportGallery } from './report-gallery.ts'
import { sendFavourites } from './send-favourites.ts'
import { setFavourite } from './set-favourite.ts'
import { favouritesLink, sharedFavourites, shareFavourites } from './share-favourites.ts'
import { startSession } from './start-session.ts'
import { tellOfGuessing } from './tell-of-guessing.ts'
import { toggleLike } from './toggle-like.ts'
import { unlockGallery } from './unlock-gallery.ts'

const liveParts = () => {
  const table = liveTable()
  const now = systemClock
  const ids = liveIds()
  const stores = { ...liveGalleries(liveRecall), profiles: liveProfiles() }
  return {
    ...stores,
    search: liveSearch(),
    favouritesLists: liveFavouritesLists(),
    reports: liveReports(),
    supportAddress: () => setting('SUPPORT_ADDRESS'),
    siteUrl: () => setting('SITE_URL'),
    sessions: liveSessions(),
    access: liveGalleryAccess(liveReviews()),
    cursors: liveCursors(),
    links: liveMediaLinks(),
    throttle: liveThrottle(),
    send: liveSend,
    random: systemRandom,
    leaveAddress: liveLeaveAddress(),
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
    const own = later(async () => (await import('./live-own-operations.ts')).liveOwnOperations(liveWriting()))
    return {
      browse: browseGalleries(parts),
      get: getGallery(parts),
      listPhotos: listGalleryPhotos(parts),
      photoHours: listPhotoHours(parts),
      startSession: startSession(parts),
      unlock: unlockGallery(parts),
      recordView: recordView(parts),
      toggleLike: toggleLike(parts),
      likeState: getLikeState(parts),
      setFavourite: setFavourite(parts),
      favourites: listFavourites(parts),
      favouritesLink: favouritesLink(parts),
      shareFavourites: shareFavourites(parts),
      sharedFavourites: sharedFavourites(parts),
      sendFavourites: sendFavourites(parts),
      favouritesLists: own(({ favouritesLists }) => favouritesLists),
      favouritesList: own(({ favouritesList }) => favouritesList),
      readFavouritesList: own((each) => each.readFavouritesList),
      removeFavouritesList: own((each) => each.removeFavouritesList),
      exportFavouritesList: own((each) => each.exportFavouritesList),
      mine: own(({ mine }) => mine),
      totals: own(({ totals }) => totals),
      getMine: own(({ getMine }) => getMine),
      cameras: own(({ cameras }) => cameras),
      activity: own(({ activity }) => activity),
      ownerGrant: grantOwnGallery(parts),
      report: reportGallery(parts),
      create: own(({ create }) => create),
      update: own(({ update }) => update),
      priceAll: own(({ priceAll }) => priceAll),
      arrangeSets: own(({ arrangeSets }) => arrangeSets),
      sendToClient: own(({ sendToClient }) => sendToClient),
      remove: own(({ remove }) => remove),
      deleted: own(({ deleted }) => deleted),
      restore: own(({ restore }) => restore),
    }
  },
  { gate: liveGate },
)
