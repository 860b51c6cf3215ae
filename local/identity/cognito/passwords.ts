import * as z from 'zod'
import { attemptLimit } from '../pool/attempt-limit.ts'
import { maskedDelivery } from '../pool/messages.ts'
import { attributeOf, isLocal, type User, withAttributes } from '../pool/pool.ts'
import { newSalt, passwordMatches, readVerifier, verifierFor, writeVerifier } from '../pool/srp.ts'
import {
  aboutUser,
  assertClient,
  assertPassword,
  holderOf,
  type Operations,
  operation,
  type Parts,
} from './operation.ts'
import { refusals } from './refusals.ts'
import { poolNameOf } from './sign-up.ts'

export const passwordOperations = (parts: Parts): Operations => {
  const { pool, codes, messages, triggers } = parts
  const poolName = poolNameOf(parts)
  const limit = attemptLimit(parts.clock)

  const keep = ({ Username: username }: User, password: string) =>
    writeVerifier(verifierFor(password, newSalt(), { poolName, username }))

  return {
    ForgotPassword: operation(
      z.object({ ClientId: z.string(), Username: z.string() }),
      async ({ ClientId, Username }) => {
        assertClient(ClientId, parts)
        const user = await pool.find(Username)
        if (user === undefined || !canReset(user)) return { CodeDeliveryDetails: maskedDelivery(Username) }
        await messages.sendCode('ForgotPassword', user, await codes.issue(user.Username, 'reset'))
        return { CodeDeliveryDetails: maskedDelivery(attributeOf(user, 'email') ?? '') }
      },
    ),

    ConfirmForgotPassword: operation(
      z.object({ ClientId: z.string(), Username: z.string(), ConfirmationCode: z.string(), Password: z.string() }),
      async ({ ClientId, Username, ConfirmationCode, Password }) => {
        assertClient(ClientId, parts)
        assertPassword(Password, parts)
        const user = await pool.find(Username)
        // What somebody with an address of their own would be told before asking for a code.
        if (user === undefined || !canReset(user)) throw refusals.expiredCode()
        const verdict = await codes.redeem({ username: user.Username, purpose: 'reset', code: ConfirmationCode })
        if (verdict === 'locked') throw refusals.tooManyCodes()
        if (verdict === 'expired') throw refusals.expiredCode()
        if (verdict === 'wrong') throw refusals.wrongCode()
        await pool.change(user.Username, (now) => ({
          Password: keep(now, Password),
          Attributes: withAttributes(now, { email_verified: 'true' }),
        }))
        await triggers.postConfirmation('PostConfirmation_ConfirmForgotPassword', aboutUser(user))
        return {}
      },
    ),

    ChangePassword: operation(
      z.object({ AccessToken: z.string(), PreviousPassword: z.string().optional(), ProposedPassword: z.string() }),
      async ({ AccessToken, PreviousPassword = '', ProposedPassword }) => {
        const user = await holderOf(AccessToken, parts)
        const kept = readVerifier(user.Password)
        if (limit.isLocked(user.Username)) throw refusals.tooManyCodes()
        if (kept === undefined || !passwordMatches(PreviousPassword, kept, { poolName, username: user.Username })) {
          limit.fail(user.Username)
          throw refusals.wrongCredentials()
        }
        limit.clear(user.Username)
        assertPassword(ProposedPassword, parts)
        await pool.change(user.Username, (now) => ({ Password: keep(now, ProposedPassword) }))
        return {}
      },
    ),

    AdminSetUserPassword: operation(
      z.object({ Username: z.string(), Password: z.string(), Permanent: z.boolean().default(false) }),
      async ({ Username, Password, Permanent }) => {
        const user = await pool.find(Username)
        if (user === undefined || !isLocal(user)) throw refusals.noSuchUser()
        assertPassword(Password, parts)
        // One that is not for good has to be replaced at the next sign-in.
        const UserStatus = Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
        await pool.change(user.Username, (now) => ({ Password: keep(now, Password), UserStatus }))
        return {}
      },
    ),
  }
}

/**
 * Codes are only sent to verified addresses: otherwise a person who signed up with another's address could take over
 * the account later.
 */
const canReset = (user: User): boolean =>
  user.Enabled && isLocal(user) && user.UserStatus === 'CONFIRMED' && attributeOf(user, 'email_verified') === 'true'
