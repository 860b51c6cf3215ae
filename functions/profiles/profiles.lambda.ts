import { liveChores } from '#functions/chores/live.ts'
import { liveCarrying, liveGalleries, liveGalleryAccess } from '#functions/galleries/live.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { liveReviews } from '#functions/proofing/live.ts'
import { liveRecall } from '#functions/shared/edge/live-recall.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { liveCursors } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { profiles } from '#schema/api/profiles.ts'
import { checkPageName } from './check-page-name.ts'
import { generatePageName } from './generate-page-name.ts'
import { getMyProfile } from './get-my-profile.ts'
import { liveGate, livePageNames, liveProfiles } from './live.ts'
import { savePageName } from './save-page-name.ts'
import { updateMyProfile } from './update-my-profile.ts'

const liveParts = () => ({
  ...liveGalleries(),
  profiles: liveProfiles(),
  pageNames: livePageNames(),
  chores: liveChores(),
  steps: liveCarrying(),
  recall: liveRecall,
  access: liveGalleryAccess(liveReviews()),
  cursors: liveCursors(),
  links: liveMediaLinks(),
  throttle: liveThrottle(),
  random: systemRandom,
  log: systemLog('profiles'),
  now: systemClock,
})

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
