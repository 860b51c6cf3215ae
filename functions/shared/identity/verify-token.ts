import type { UserId } from '#schema/ids.ts'

export type TokenRules = { issuer: string; clientId: string; jwksUrl: string }
/** How long after signing in one may still say where money goes. */
export const freshMinutes = 15
export const signedInLongAgo = 'signed_in_long_ago'
/**
 * The signed-in user, or `undefined` for anything but a valid access token.
 * @param withinMinutes Where given, how long ago that person may have signed in; refreshed tokens keep that moment.
 */
export type VerifyToken = (
  token: string,
  withinMinutes?: number,
) => Promise<UserId | typeof signedInLongAgo | undefined>
