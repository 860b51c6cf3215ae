import { join } from 'node:path'
import type { AppClient } from 'cognito-local/lib/services/appClient.js'
import {
  type CognitoService,
  CognitoServiceFactoryImpl,
  USER_POOL_AWS_DEFAULTS,
} from 'cognito-local/lib/services/cognitoService.js'
import {
  attributesAppend,
  attributeValue,
  type User,
  type UserPoolService,
  UserPoolServiceImpl,
} from 'cognito-local/lib/services/userPoolService.js'
import * as z from 'zod'
import { signInScopes } from '#schema/sign-in-scopes.ts'
import type { IdentityOptions } from '../options.ts'
import { fileStores, silently } from './stores.ts'

export type { User }

/** An account at another provider that signs in as a user of this pool: Cognito's `identities` attribute. */
export type LinkedIdentity = z.output<typeof linkedIdentities>[number]

export type Pool = {
  /** For the operations that cognito-local answers itself. */
  service: CognitoService
  /** By username, by `sub`, or, for those who sign up here, by e-mail in any case. */
  find(name: string): Promise<User | undefined>
  findByUsername(username: string): Promise<User | undefined>
  findLinked(identity: Pick<LinkedIdentity, 'providerName' | 'userId'>): Promise<User | undefined>
  /** @returns false, having kept nothing, when the username or the e-mail is already somebody's. */
  add(user: User): Promise<boolean>
  /** Changes the latest state of a user, and stamps the moment. */
  change(username: string, change: (user: User) => Partial<User>): Promise<void>
  remove(user: User): Promise<void>
}

export const openPool = async ({ stateDir, clock, pool: options }: IdentityOptions): Promise<Pool> => {
  const directory = join(stateDir, 'pool')
  const stores = fileStores(directory)
  const now = { get: clock }
  const settings = {
    ...USER_POOL_AWS_DEFAULTS,
    Name: options.id,
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    Policies: { PasswordPolicy: { MinimumLength: options.passwordMinLength } },
  }
  const service = await new CognitoServiceFactoryImpl(directory, stores, {
    create: async (context, clients, defaults) => {
      const store = await stores.create(context, defaults.Id, { Users: {} })
      return new CaseInsensitivePool(clients, now, store, defaults)
    },
  }).create(silently, settings)

  const known = await service.listUserPools(silently)
  if (!known.some(({ Id }) => Id === options.id))
    await service.createUserPool(silently, { ...settings, Id: options.id })
  const users = await service.getUserPool(silently, options.id)
  await users.saveAppClient(silently, appClient({ options, now: clock() }))

  return poolOf({ service, users, now })
}

type PoolParts = { service: CognitoService; users: UserPoolService; now: { get(): Date } }

const poolOf = ({ service, users, now }: PoolParts): Pool => {
  const findByUsername = async (username: string) =>
    (await users.listUsers(silently)).find((user) => user.Username === username)
  return {
    service,
    find: async (name) => (await users.getUserByUsername(silently, name)) ?? undefined,
    findByUsername,
    findLinked: async (identity) =>
      (await users.listUsers(silently)).find((user) =>
        identitiesOf(user).some((one) => one.providerName === identity.providerName && one.userId === identity.userId),
      ),
    add: oneAtATime(async (user) => {
      const email = attributeOf(user, 'email')
      const taken =
        (await findByUsername(user.Username)) ??
        (isLocal(user) && email !== undefined ? await users.getUserByUsername(silently, email) : null)
      if (taken) return false
      await users.saveUser(silently, user)
      return true
    }),
    change: async (username, change) => {
      const user = await findByUsername(username)
      if (user !== undefined) {
        await users.saveUser(silently, { ...user, ...change(user), UserLastModifiedDate: now.get() })
      }
    },
    remove: (user) => users.deleteUser(silently, user),
  }
}

/** Whether this user signs up and in with e-mail and password, rather than at another provider. */
export const isLocal = (user: User): boolean => user.UserStatus !== 'EXTERNAL_PROVIDER'

export const attributeOf = (user: User, name: string): string | undefined => attributeValue(name, user.Attributes)

export const withAttributes = (
  user: User,
  attributes: Readonly<Record<string, string | undefined>>,
): User['Attributes'] =>
  attributesAppend(
    user.Attributes,
    ...Object.entries(attributes).map(([Name, Value]) => (Value === undefined ? { Name } : { Name, Value })),
  )

export const identitiesOf = (user: User): readonly LinkedIdentity[] =>
  linkedIdentities.parse(JSON.parse(attributeOf(user, 'identities') ?? '[]'))

const linkedIdentities = z.array(
  z.object({
    userId: z.string(),
    providerName: z.string(),
    providerType: z.string(),
    issuer: z.null(),
    /** A string, as Cognito writes it. True for the account that was made by this identity. */
    primary: z.enum(['true', 'false']),
    dateCreated: z.string(),
  }),
)

/**
 * Finds users as a pool does whose user names are case-insensitive e-mail addresses. The library compares exactly, and
 * would also find somebody who only ever came through Google by their address.
 */
class CaseInsensitivePool extends UserPoolServiceImpl {
  override async getUserByUsername(...[context, name]: Parameters<UserPoolService['getUserByUsername']>) {
    const users = await this.listUsers(context)
    const lower = name.toLowerCase()
    return (
      users.find((user) => user.Username === name || attributeOf(user, 'sub') === name) ??
      users.find((user) => isLocal(user) && attributeOf(user, 'email')?.toLowerCase() === lower) ??
      null
    )
  }
}

const oneAtATime = <Input, Output>(run: (input: Input) => Promise<Output>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (input: Input): Promise<Output> => {
    const next = last.then(() => run(input))
    last = next.catch(() => undefined)
    return next
  }
}

const appClient = ({ options, now }: { options: IdentityOptions['pool']; now: Date }): AppClient => ({
  ClientId: options.clientId,
  ClientName: options.clientId,
  UserPoolId: options.id,
  CreationDate: now,
  LastModifiedDate: now,
  CallbackURLs: [...options.callbackUrls],
  LogoutURLs: [...options.logoutUrls],
  AllowedOAuthFlows: ['code'],
  AllowedOAuthFlowsUserPoolClient: true,
  AllowedOAuthScopes: signInScopes,
  ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  SupportedIdentityProviders: ['COGNITO', 'Google'],
  PreventUserExistenceErrors: 'ENABLED',
  EnableTokenRevocation: true,
  AccessTokenValidity: 15,
  IdTokenValidity: 15,
  RefreshTokenValidity: 30,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'days' },
})
