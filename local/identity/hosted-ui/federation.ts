import { randomUUID } from 'node:crypto'
import { googleIdentity } from '../cognito/administration.ts'
import { aboutUser, type Parts } from '../cognito/operation.ts'
import { refusal, refusals } from '../cognito/refusals.ts'
import { newUser } from '../cognito/sign-up.ts'
import { isLocal, type User, withAttributes } from '../pool/pool.ts'
import type { GoogleClaims } from './relying-party.ts'

/**
 * Returns the pool's user for a Google account: the local user it is linked to, its own from an earlier sign-in, or a
 * new one, for which the triggers run.
 * @throws CognitoError when a trigger refuses, when the user is disabled, or when the pre-sign-up trigger has just
 * linked the account. In the last case Cognito still tries to create the user, finds the name taken and fails; a second
 * sign-in works. Browsers have to handle that in a deployment, so it happens here, too.
 */
export const userForGoogle = async (claims: GoogleClaims, { pool, triggers, clock }: Parts): Promise<User> => {
  const google = { providerName: 'Google', userId: claims.sub }
  const username = `Google_${claims.sub}`
  const attributes = {
    ...(claims.email !== undefined && { email: claims.email }),
    email_verified: String(claims.email_verified),
    ...(claims.name !== undefined && { name: claims.name }),
  }

  const known = await pool.findLinked(google)
  if (known !== undefined) {
    if (!known.Enabled) throw refusals.disabled()
    // What Google says now replaces what it said before; a linked user's own attributes are theirs.
    if (!isLocal(known)) await pool.change(known.Username, (now) => ({ Attributes: withAttributes(now, attributes) }))
    const user = (await pool.findByUsername(known.Username)) ?? known
    await triggers.postAuthentication(aboutUser(user))
    return user
  }

  await triggers.preSignUp('PreSignUp_ExternalProvider', {
    username,
    attributes: { ...attributes, 'cognito:email_alias': '', 'cognito:phone_number_alias': '' },
  })
  const user = newUser(
    { username, status: 'EXTERNAL_PROVIDER', at: clock() },
    {
      ...attributes,
      sub: randomUUID(),
      identities: JSON.stringify([googleIdentity(claims.sub, { primary: true, at: clock() })]),
    },
  )
  if ((await pool.findLinked(google)) !== undefined || !(await pool.add(user))) {
    throw refusal('InvalidParameterException', `Already found an entry for username ${username}`)
  }
  await triggers.postConfirmation('PostConfirmation_ConfirmSignUp', aboutUser(user))
  return user
}
