import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { UserId } from '#schema/ids.ts'

/** Users of the pool as support handles them. Whoever is not there is no error: everything here may be done again. */
export type PoolUsers = {
  /** Every user with this address: one who has a password, one who only came through Google, or both. */
  listByEmail(email: string): Promise<UserId[]>
  /** No session of theirs is renewed any more. */
  signOut(userId: UserId): Promise<void>
  /** The user with password, address and linked identities. */
  remove(userId: UserId): Promise<void>
}

export const poolUsers = (client: CognitoIdentityProviderClient, UserPoolId: string): PoolUsers => {
  const listWhere = async (attribute: 'sub' | 'email', value: string) => {
    // A value in quotes, as Cognito's filters ask for; what could end it is no id and no address.
    if (/["\\]/.test(value)) return []
    const { Users = [] } = await client.send(new ListUsersCommand({ UserPoolId, Filter: `${attribute} = "${value}"` }))
    return Users
  }
  /** Users that came through Google have another name than their id. */
  const withName = async (userId: UserId, act: (Username: string) => Promise<unknown>): Promise<void> => {
    for (const { Username } of await listWhere('sub', userId)) if (Username !== undefined) await act(Username)
  }
  return {
    async listByEmail(email) {
      const users = await listWhere('email', email)
      return users.flatMap(({ Attributes = [] }) => {
        const id = UserId.safeParse(Attributes.find(({ Name }) => Name === 'sub')?.Value)
        return id.success ? [id.data] : []
      })
    },
    signOut: (userId) =>
      withName(userId, (Username) => client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }))),
    remove: (userId) =>
      withName(userId, (Username) => client.send(new AdminDeleteUserCommand({ UserPoolId, Username }))),
  }
}
