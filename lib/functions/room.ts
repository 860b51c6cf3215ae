import type { Stage } from '#lib/stage.ts'

/**
 * What of the account's copies a function is to have for itself: so many, or a part of what can be reserved. Nothing else
 * takes them, and it never has more (https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html).
 */
export type Room = { readonly copies: number } | { readonly share: number }

/**
 * Lambda refuses to leave fewer than this to all functions that reserve nothing, and with them the whole deployment
 * (https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionConcurrency.html).
 */
export const leftToOthers = 100
/** From here on two stages in one account reserve less than there is. New accounts have 10, 50 or 1,000. */
export const smallestQuota = 400

/** @returns `undefined`, for no reservation, while nobody said how large the account is, or it is too small to be divided. */
export const reservedCopies = (room: Room, { lambdaQuota }: Pick<Stage, 'lambdaQuota'>): number | undefined => {
  if (lambdaQuota === undefined || lambdaQuota < smallestQuota) return undefined
  return 'copies' in room ? room.copies : Math.floor((lambdaQuota - leftToOthers) * room.share)
}

/** Those that take and confirm money; the sum of all shares leaves room for a second stage. */
export const moneyRoom = {
  /** Quotes, checkouts, return pages and downloads: a rush of 400 checkouts a second is about 250 copies. */
  orders: { share: 0.3 },
  /** Stripe's webhooks: a few milliseconds each. */
  payments: { share: 0.04 },
} as const satisfies Record<string, Room>
