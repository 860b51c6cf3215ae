import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { maskedDelivery } from '../pool/messages.ts'
import { attributeOf, type User, withAttributes } from '../pool/pool.ts'
import { newSalt, verifierFor, writeVerifier } from '../pool/srp.ts'
import {
  aboutUser,
  assertClient,
  assertPassword,
  attributeList,
  clientMetadata,
  type Operations,
  operation,
  type Parts,
} from './operation.ts'
import { refusals } from './refusals.ts'

/** What may be written at sign-up: the deployed client's write attributes. */
const writableAttributes: ReadonlySet<string> = new Set(['email', 'name'])

export const signUpOperations = (parts: Parts): Operations => ({
  SignUp: operation(
    z.object({
      ClientId: z.string(),
      Username: z.string(),
      Password: z.string(),
      UserAttributes: attributeList.default([]),
      ClientMetadata: clientMetadata,
    }),
    async ({ ClientId, Username, Password, UserAttributes, ClientMetadata }) => {
      assertClient(ClientId, parts)
      const email = Username
      if (!z.email().safeParse(email).success) throw refusals.invalid('Username should be an email.')
      if (UserAttributes.some(({ Name }) => !writableAttributes.has(Name))) throw refusals.unwritableAttribute()
      if (UserAttributes.some(({ Name, Value }) => Name === 'email' && Value.toLowerCase() !== email.toLowerCase())) {
        throw refusals.invalid('The email differs from the username.')
      }
      assertPassword(Password, parts)
      if (await parts.pool.find(email)) throw refusals.userExists()

      const sub = randomUUID()
      const attributes = { ...attributeRecord(UserAttributes), email }
      const answer = await parts.triggers.preSignUp('PreSignUp_SignUp', {
        username: sub,
        attributes,
        clientMetadata: ClientMetadata,
      })
      const user = newUser(
        { username: sub, status: answer.autoConfirmUser ? 'CONFIRMED' : 'UNCONFIRMED', at: parts.clock() },
        { ...attributes, sub, email_verified: String(answer.autoVerifyEmail) },
      )
      const kept = verifierFor(Password, newSalt(), { poolName: poolNameOf(parts), username: sub })
      if (!(await parts.pool.add({ ...user, Password: writeVerifier(kept) }))) throw refusals.userExists()

      if (answer.autoConfirmUser) {
        await parts.triggers.postConfirmation('PostConfirmation_ConfirmSignUp', {
          ...aboutUser(user),
          clientMetadata: ClientMetadata,
        })
        return { UserConfirmed: true, UserSub: sub }
      }
      await parts.messages.sendCode('SignUp', user, await parts.codes.issue(sub, 'sign-up'))
      return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: maskedDelivery(email) }
    },
  ),

  ConfirmSignUp: operation(
    z.object({
      ClientId: z.string(),
      Username: z.string(),
      ConfirmationCode: z.string(),
      ClientMetadata: clientMetadata,
    }),
    async ({ ClientId, Username, ConfirmationCode, ClientMetadata }) => {
      assertClient(ClientId, parts)
      const user = await parts.pool.find(Username)
      if (user === undefined || !user.Enabled) throw refusals.expiredCode()
      if (user.UserStatus !== 'UNCONFIRMED') throw cannotConfirm(user)
      const verdict = await parts.codes.redeem({ username: user.Username, purpose: 'sign-up', code: ConfirmationCode })
      if (verdict === 'locked') throw refusals.tooManyCodes()
      if (verdict === 'expired') throw refusals.expiredCode()
      if (verdict === 'wrong') throw refusals.wrongCode()
      const confirmed = await confirm(user, parts)
      await parts.triggers.postConfirmation('PostConfirmation_ConfirmSignUp', {
        ...aboutUser(confirmed),
        clientMetadata: ClientMetadata,
      })
      return {}
    },
  ),

  ResendConfirmationCode: operation(
    z.object({ ClientId: z.string(), Username: z.string() }),
    async ({ ClientId, Username }) => {
      assertClient(ClientId, parts)
      const user = await parts.pool.find(Username)
      // The answer is the same for an unknown user, because the pool hides which users exist.
      if (user === undefined || !user.Enabled) return { CodeDeliveryDetails: maskedDelivery(Username) }
      if (user.UserStatus !== 'UNCONFIRMED') throw refusals.invalid('User is already confirmed.')
      await parts.messages.sendCode('ResendCode', user, await parts.codes.issue(user.Username, 'sign-up'))
      return { CodeDeliveryDetails: maskedDelivery(attributeOf(user, 'email') ?? '') }
    },
  ),

  AdminConfirmSignUp: operation(z.object({ Username: z.string() }), async ({ Username }) => {
    const user = await parts.pool.find(Username)
    if (user === undefined) throw refusals.noSuchUser()
    if (user.UserStatus !== 'UNCONFIRMED') throw cannotConfirm(user)
    // No code was seen, so the address stays unverified, as in Cognito.
    await parts.pool.change(user.Username, () => ({ UserStatus: 'CONFIRMED' }))
    await parts.triggers.postConfirmation(
      'PostConfirmation_ConfirmSignUp',
      aboutUser({ ...user, UserStatus: 'CONFIRMED' }),
    )
    return {}
  }),
})

/** The name that the password protocol mixes in: the pool's id without its region. */
export const poolNameOf = ({ options }: Pick<Parts, 'options'>): string => options.id.split('_')[1] ?? ''

export const newUser = (
  { username, status, at }: { username: string; status: User['UserStatus']; at: Date },
  attributes: Readonly<Record<string, string>>,
): User => ({
  Username: username,
  UserStatus: status,
  Attributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  Enabled: true,
  Password: '',
  RefreshTokens: [],
  UserCreateDate: at,
  UserLastModifiedDate: at,
})

const confirm = async (user: User, { pool }: Parts): Promise<User> => {
  const confirmed: User = {
    ...user,
    UserStatus: 'CONFIRMED',
    Attributes: withAttributes(user, { email_verified: 'true' }),
  }
  await pool.change(user.Username, () => ({ UserStatus: confirmed.UserStatus, Attributes: confirmed.Attributes }))
  return confirmed
}

export const attributeRecord = (list: z.output<typeof attributeList>): Record<string, string> =>
  Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]))

const cannotConfirm = (user: User) =>
  refusals.notAuthorized(`User cannot be confirmed. Current status is ${user.UserStatus}`)
