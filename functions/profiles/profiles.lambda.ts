import { choreStore } from '#functions/chores/chore-store.ts'
import { carryProfile } from '#functions/galleries/carry-profile.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { openReviews } from '#functions/proofing/open-review.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { profiles } from '#schema/api/profiles.ts'
import { checkPageName } from './check-page-name.ts'
import { generatePageName } from './generate-page-name.ts'
import { getMyProfile } from './get-my-profile.ts'
import { liveGate } from './live.ts'
import { pageNameStore } from './page-name-store.ts'
import { profileStore } from './profile-store.ts'
import { savePageName } from './save-page-name.ts'
import { updateMyProfile } from './update-my-profile.ts'

const liveParts = () => {
  const table = liveTable()
  const now = systemClock
  const signer = liveSigner()
  const stores = { galleries: galleryStore(table), profiles: profileStore(table) }
  return {
    ...stores,
    photos: photoStore(table),
    pageNames: pageNameStore(table),
    chores: choreStore(table),
    steps: { 'carry-profile': carryProfile({ ...stores, now }) },
    access: galleryAccess({ signer, now, isReviewOpen: openReviews({ proofs: proofStore(table), now }) }),
    cursors: cursors(signer),
    links: liveMediaLinks(),
    throttle: liveThrottle(),
    random: systemRandom,
    log: systemLog('profiles'),
    now,
  }
}

export const handler = serve(
  profiles,
  () => {
    const parts = liveParts()
    return {
      me: getMyProfile(parts),
      update: updateMyProfile(parts),
      checkPageName: checkPageName(parts),
      generatePageName: generatePageName(parts),
      savePageName: savePageName(parts),
      portfolio: getPortfolio(parts),
      portfolioGallery: getPortfolioGallery(parts),
    }
  },
  { gate: liveGate },
)
