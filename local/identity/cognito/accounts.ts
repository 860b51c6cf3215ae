import { GetUser } from 'cognito-local/lib/targets/getUser.js'
import * as z from 'zod'
import { withAttributes } from '../pool/pool.ts'
import { silently } from '../pool/stores.ts'
import { assertClient, attributeList, holderOf, type Operations, operation, type Parts } from './operation.ts'
import { refusals } from './refusals.ts'
import { attributeRecord } from './sign-up.ts'

const holder = z.object({ AccessToken: z.string() })

/** What a signed-in user does with their own account. The library reads tokens without checking them; we check first. */
export const accountOperations = (parts: Parts): Operations => {
  const { pool, sessions } = parts
  return {
    GetUser: operation(holder, async (request) => {
      const { Username } = await holderOf(request.AccessToken, parts)
      const found = await GetUser({ cognito: pool.service })(silently, request)
      const app = 'SOFTWARE_TOKEN_MFA'
      return parts.authenticators.isEnabled(Username)
        ? { ...found, PreferredMfaSetting: app, UserMFASettingList: [app] }
        : found
    }),

    // Names only. A deployed pool also takes a new e-mail, and changes it once a code sent there comes back; nothing in
    // the product does that.
    UpdateUserAttributes: operation(holder.extend({ UserAttributes: attributeList }), async (request) => {
      const user = await holderOf(request.AccessToken, parts)
      if (request.UserAttributes.some(({ Name }) => Name !== 'name')) throw refusals.unwritableAttribute()
      await pool.change(user.Username, (now) => ({
        Attributes: withAttributes(now, attributeRecord(request.UserAttributes)),
      }))
      return { CodeDeliveryDetailsList: [] }
    }),

    DeleteUser: operation(holder, async ({ AccessToken }) => {
      const user = await holderOf(AccessToken, parts)
      await pool.remove(user)
      await parts.authenticators.forget(user.Username)
      await sessions.endAllOf(user.Username)
      return {}
    }),

    GlobalSignOut: operation(holder, async ({ AccessToken }) => {
      const user = await holderOf(AccessToken, parts)
      await sessions.endAllOf(user.Username)
      return {}
    }),

    // Answers alike for a token that was never one (RFC 7009, section 2.2).
    RevokeToken: operation(z.object({ ClientId: z.string(), Token: z.string() }), async ({ ClientId, Token }) => {
      assertClient(ClientId, parts)
      const session = sessions.resume(Token)
      if (session !== undefined) await sessions.end(session.id)
      return {}
    }),
  }
}
