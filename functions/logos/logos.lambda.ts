import { liveChores } from '#functions/chores/live.ts'
import { liveCarrying } from '#functions/galleries/live.ts'
import { liveGate, liveProfiles } from '#functions/profiles/live.ts'
import { liveRecall } from '#functions/shared/edge/live-recall.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { logos } from '#schema/api/logos.ts'
import { drawLogo } from './draw-logo.ts'
import { liveLogos } from './live.ts'
import { removeLogo } from './remove-logo.ts'
import { saveLogo } from './save-logo.ts'

const liveParts = () => ({
  profiles: liveProfiles(),
  logos: liveLogos(),
  chores: liveChores(),
  steps: liveCarrying(),
  storage: liveStorage(),
  draw: drawLogo,
  recall: liveRecall,
  throttle: liveThrottle(),
  random: systemRandom,
  log: systemLog('logos'),
  now: systemClock,
})

export const handler = serve(
  logos,
  () => {
    const parts = liveParts()
    return { save: saveLogo(parts), remove: removeLogo(parts) }
  },
  { gate: liveGate },
)
