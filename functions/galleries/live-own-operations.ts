import { liveChores } from '#functions/chores/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { liveRecall } from '#functions/shared/edge/live-recall.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { liveCursors, liveIds } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { arrangeSets } from './arrange-sets.ts'
import { countMyGalleries } from './count-my-galleries.ts'
import { createGallery } from './create-gallery.ts'
import { listDeletedGalleries, restoreGallery } from './deleted-galleries.ts'
import { getMyGallery } from './get-my-gallery.ts'
import { invitationStore } from './invitation-store.ts'
import { listActivity } from './list-activity.ts'
import { listCameras } from './list-cameras.ts'
import { listMyGalleries } from './list-my-galleries.ts'
import { liveFavouritesLists, liveGalleries, liveGallerySteps } from './live.ts'
import { liveActivity } from './live-activity.ts'
import {
  exportFavouritesList,
  getFavouritesList,
  listFavouritesLists,
  readFavouritesList,
  removeFavouritesList,
} from './own-favourites-lists.ts'
import { priceAllPhotos } from './price-all-photos.ts'
import { removeGallery } from './remove-gallery.ts'
import { sendToClient } from './send-to-client.ts'
import { updateGallery } from './update-gallery.ts'

/** What photographers alone do with their galleries: no start for a visitor parses it. */
export const liveOwnOperations = (writing: Pick<Parameters<typeof sendToClient>[0], 'isStopped' | 'mayWrite'>) => {
  const parts = {
    ...writing,
    ...liveGalleries(liveRecall),
    favouritesLists: liveFavouritesLists(),
    profiles: liveProfiles(),
    chores: liveChores(),
    steps: liveGallerySteps(),
    invitations: invitationStore(liveTable()),
    siteUrl: () => setting('SITE_URL'),
    cursors: liveCursors(),
    links: liveMediaLinks(),
    throttle: liveThrottle(),
    random: systemRandom,
    ids: liveIds(),
    log: systemLog('galleries'),
    now: systemClock,
  }
  return {
    mine: listMyGalleries(parts),
    totals: countMyGalleries(parts),
    getMine: getMyGallery(parts),
    cameras: listCameras(parts),
    favouritesLists: listFavouritesLists(parts),
    favouritesList: getFavouritesList(parts),
    readFavouritesList: readFavouritesList(parts),
    removeFavouritesList: removeFavouritesList(parts),
    exportFavouritesList: exportFavouritesList(parts),
    activity: listActivity({ ...parts, activity: liveActivity() }),
    create: createGallery(parts),
    update: updateGallery(parts),
    priceAll: priceAllPhotos(parts),
    arrangeSets: arrangeSets(parts),
    sendToClient: sendToClient(parts),
    remove: removeGallery(parts),
    deleted: listDeletedGalleries(parts),
    restore: restoreGallery(parts),
  }
}
