const minute = 60
const hour = 3_600
const day = 86_400

/**
 * How often something may be tried before the answer is 429, by what is counted: the caller's address, or the person or
 * thing aimed at. The stricter one wins. The numbers are the design's (docs/security.md, "Default limits").
 */
export const throttles = {
  unlockPerGallery: { limit: 5, windowSeconds: minute },
  unlockPerAddress: { limit: 30, windowSeconds: hour },
  unlockWrongPerTarget: { limit: 100, windowSeconds: hour },
  discountPerAddress: { limit: 5, windowSeconds: 10 * minute },
  checkoutPerAddress: { limit: 10, windowSeconds: 10 * minute },
  checkoutPerEmail: { limit: 5, windowSeconds: 10 * minute },
  /** Asking for the order of a Checkout Session that we never made, or have not noted yet. */
  unknownSessionsPerAddress: { limit: 20, windowSeconds: 10 * minute },
  freeOrdersPerEmail: { limit: 3, windowSeconds: day },
  proofMissPerAddress: { limit: 10, windowSeconds: hour },
  /** Each sends a mail to an address of the photographer's choice. */
  proofSessionsPerUser: { limit: 60, windowSeconds: hour },
  proofUpdatesPerSession: { limit: 60, windowSeconds: minute },
  likesPerAddress: { limit: 30, windowSeconds: minute },
  viewsPerAddress: { limit: 60, windowSeconds: minute },
  signUpTriesPerAddress: { limit: 30, windowSeconds: hour },
  signUpMailsPerEmail: { limit: 1, windowSeconds: day },
  /** Hundreds may stand behind one address, and a person who cares reports a handful. */
  reportsPerAddress: { limit: 30, windowSeconds: hour },
  reportsPerGallery: { limit: 200, windowSeconds: day },
  reportMailsPerGallery: { limit: 3, windowSeconds: hour },
  reportMails: { limit: 60, windowSeconds: hour },
  pageNameChecksPerUser: { limit: 20, windowSeconds: minute },
  searchesPerAddress: { limit: 60, windowSeconds: minute },
  /** More than a photographer makes by hand; each public one is on the first page of the market. */
  galleriesPerUser: { limit: 60, windowSeconds: hour },
  uploadsPerUser: { limit: 500, windowSeconds: hour },
  /** Requests that could not be read: none that is sent right counts. A page full of wrong forms makes a few dozen. */
  unreadablePerAddress: { limit: 600, windowSeconds: minute },
  payoutsPerUser: { limit: 6, windowSeconds: hour },
  subscriptionPagesPerUser: { limit: 20, windowSeconds: hour },
} as const
export type ThrottleName = keyof typeof throttles
