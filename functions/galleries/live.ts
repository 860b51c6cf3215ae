import { liveProfiles } from '#functions/profiles/live.ts'
import { liveRecall } from '#functions/shared/edge/live-recall.ts'
import { type Recall, recallNothing } from '#functions/shared/edge/recall.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { carryProfile } from './carry-profile.ts'
import { type FavouritesListStore, favouritesListStore } from './favourites-list-store.ts'
import { type GalleryAccess, galleryAccess, type ReviewLink } from './gallery-access.ts'
import { galleryChores } from './gallery-chores.ts'
import { type GalleryStore, galleryStore } from './gallery-store.ts'
import type { MarketSearch } from './market-search.ts'
import { type OrphanStore, orphanStore } from './orphan-store.ts'
import { photoStore } from './photo-store.ts'
import { type QuotaStore, quotaStore } from './quota-store.ts'
import { type ReportStore, reportStore } from './report-store.ts'
import { tableSearch } from './search-galleries.ts'

const liveGalleryStore = (recall: Recall): GalleryStore => galleryStore(liveTable(), recall)

/** Galleries and their photos. @param recall For whoever changes what strangers see of them. */
export const liveGalleries = (recall: Recall = recallNothing) => ({
  galleries: liveGalleryStore(recall),
  photos: photoStore(liveTable(), recall, systemClock),
})

/** The market's search in the table: what a stage has that chose no other, and what others fall back to. */
export const liveTableSearch = (): MarketSearch => tableSearch(liveGalleryStore(recallNothing))

/** Photos that are due for the sweep. */
export const liveOrphans = (): OrphanStore => orphanStore(liveTable())
export const liveQuota = (): QuotaStore => quotaStore(liveTable())
export const liveFavouritesLists = (): FavouritesListStore => favouritesListStore(liveTable())
export const liveReports = (): ReportStore => reportStore(liveTable())

/** @param isReviewOpen Whether the review that a grant came from still stands: reviews are above galleries, and say it. */
export const liveGalleryAccess = (isReviewOpen: (review: ReviewLink) => Promise<boolean>): GalleryAccess =>
  galleryAccess({ signer: liveSigner(), now: systemClock, isReviewOpen })

/** What a change of a gallery leaves to do. */
export const liveGallerySteps = () => galleryChores({ ...liveGalleries(liveRecall), send: liveSend, now: systemClock })

/** What a change of a photographer leaves to do in their galleries. */
export const liveCarrying = () => ({
  'carry-profile': carryProfile({
    galleries: liveGalleryStore(liveRecall),
    profiles: liveProfiles(),
    now: systemClock,
  }),
})
