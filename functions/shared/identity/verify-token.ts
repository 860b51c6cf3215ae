import type { UserId } from '#schema/ids.ts'

/** The scope that every access token of the pool carries and no ID token does. */
export const requiredScope = 'aws.cognito.signin.user.admin'

export type TokenRules = { issuer: string; clientId: string; jwksUrl: string }
/** The signed-in user, or `undefined` for anything but a valid access token. */
export type VerifyToken = (token: string) => Promise<UserId | undefined>
