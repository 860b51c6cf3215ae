import {
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'

/** Somebody who signed up with an email address and a password. */
export type PasswordAccount = { username: string; email: string; emailVerified: boolean; confirmed: boolean }

export type UserPool = {
  /** Who signs in with this address and a password; Cognito ignores the case. */
  findByEmail(email: string): Promise<PasswordAccount | undefined>
  /** From now on this Google account signs in as that user. */
  linkGoogle(googleSubject: string, username: string): Promise<void>
}

export const userPool = (client: CognitoIdentityProviderClient, UserPoolId: string): UserPool => ({
  // By name and not by ListUsers: a listing lags behind, compares case, and finds those who only came through Google.
  async findByEmail(email) {
    try {
      const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username: email }))
      const attribute = (name: string) => user.UserAttributes?.find(({ Name }) => Name === name)?.Value ?? ''
      if (user.Username === undefined || user.UserStatus === 'EXTERNAL_PROVIDER') return undefined
      // A name also finds users by their id; only an address is asked for here.
      if (attribute('email').toLowerCase() !== email.toLowerCase()) return undefined
      return {
        username: user.Username,
        email: attribute('email'),
        emailVerified: attribute('email_verified') === 'true',
        confirmed: user.UserStatus !== 'UNCONFIRMED',
      }
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined
      throw error
    }
  },

  async linkGoogle(googleSubject, username) {
    await client.send(
      new AdminLinkProviderForUserCommand({
        UserPoolId,
        DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: username },
        SourceUser: {
          ProviderName: 'Google',
          ProviderAttributeName: 'Cognito_Subject',
          ProviderAttributeValue: googleSubject,
        },
      }),
    )
  },
})
