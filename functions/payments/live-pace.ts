import { setting } from '#functions/shared/settings/settings.ts'
import { workersCallsPerSecond } from './stripe-pace.ts'

/** The pace of all workers together, in a deployed function. */
export const liveCallsPerSecond = (): number => workersCallsPerSecond(setting('STRIPE_CALLS_PER_SECOND'))
