import { customResource } from '#functions/shared/cloudformation/custom-resource.ts'
import { describeError, systemLog } from '#functions/shared/log/logger.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { forgetReleases } from './forget-releases.ts'

const log = systemLog('release')

/** Ends a deployment of the pages. Whatever goes wrong, the release is live: it is logged, and the next one tries again. */
export const handler = customResource({
  id: 'forget-releases',
  failure: 'Files of earlier releases could not be removed; see the log of this function.',
  step: async () => {
    try {
      log.info('earlier releases forgotten', { removed: await forgetReleases(liveStorage()) })
    } catch (error) {
      log.error('earlier releases were not forgotten', describeError(error))
    }
    return {}
  },
})
