import type { UserPool } from './user-pool.ts'

/** A Google account at its first sign-in, as the pre-sign-up trigger hears of it. */
export type GoogleArrival = {
  /** `Google_` and Google's subject; pools without case write `google_`. */
  userName: string
  attributes: Readonly<Record<string, string | undefined>>
}

type Parts = { pool: UserPool }

/**
 * Lets a Google account sign in as the user who has the same email address, so that one person has one profile. Only
 * when Google and a code sent by us have both verified the address: otherwise whoever typed somebody's address first,
 * here or at Google, would share an account with its owner.
 *
 * @returns the user it was linked to, or undefined: the Google account then becomes a user of its own.
 */
export const linkGoogle =
  ({ pool }: Parts) =>
  async ({ userName, attributes }: GoogleArrival): Promise<string | undefined> => {
    const googleSubject = /^google_(.+)$/i.exec(userName)?.[1]
    const email = attributes.email
    if (googleSubject === undefined || !email || attributes.email_verified !== 'true') return undefined

    const account = await pool.findByEmail(email)
    if (account === undefined || !account.confirmed || !account.emailVerified) return undefined

    await pool.linkGoogle(googleSubject, account.username)
    return account.username
  }
