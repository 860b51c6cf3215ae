import * as z from 'zod'
import { holderOf, type Operations, operation, type Parts } from './operation.ts'
import { refusals } from './refusals.ts'

const holder = z.object({ AccessToken: z.string() })
const preference = z.object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) })

/**
 * Setting up an authenticator app, by whoever is signed in: the pool asks for it of nobody, so that there is no session of
 * a half-done sign-in to do it in (https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html).
 */
export const secondFactorOperations = (parts: Parts): Operations => ({
  AssociateSoftwareToken: operation(holder, async ({ AccessToken }) => {
    const user = await holderOf(AccessToken, parts)
    return { SecretCode: await parts.authenticators.associate(user.Username) }
  }),

  // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerifySoftwareToken.html
  VerifySoftwareToken: operation(
    holder.extend({
      UserCode: z
        .string()
        .regex(/^[0-9]+$/)
        .length(6),
    }),
    async ({ AccessToken, UserCode }) => {
      const user = await holderOf(AccessToken, parts)
      if ((await parts.authenticators.verify(user.Username, UserCode)) !== 'right') throw refusals.wrongFirstAppCode()
      return { Status: 'SUCCESS' }
    },
  ),

  // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SetUserMFAPreference.html
  SetUserMFAPreference: operation(
    holder.extend({ SoftwareTokenMfaSettings: preference.optional(), SMSMfaSettings: preference.optional() }),
    async ({ AccessToken, SoftwareTokenMfaSettings: app, SMSMfaSettings: sms }) => {
      const user = await holderOf(AccessToken, parts)
      if (sms?.Enabled) throw refusals.invalid('SMS MFA is not enabled for this user pool')
      if (!app) return {}
      if (app.PreferredMfa && !app.Enabled) throw refusals.invalid('A preferred factor has to be enabled')
      if (app.Enabled && !parts.authenticators.isVerified(user.Username)) {
        throw refusals.invalid('User has not verified software token mfa')
      }
      await parts.authenticators.enable(user.Username, app.Enabled)
      return {}
    },
  ),
})
