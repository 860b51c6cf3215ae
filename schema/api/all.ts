import { accounts } from './accounts.ts'
import { analytics } from './analytics.ts'
import { galleries } from './galleries.ts'
import { logos } from './logos.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { photos } from './photos.ts'
import { profiles } from './profiles.ts'
import { proofing } from './proofing.ts'
import { subscriptions } from './subscriptions.ts'
import { visitors } from './visitors.ts'

/** Every subject of the API; one Lambda each. */
export const api = {
  galleries,
  photos,
  orders,
  payments,
  payouts,
  profiles,
  logos,
  proofing,
  analytics,
  subscriptions,
  accounts,
  visitors,
} as const
