import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { localCredentials } from '#local/table/make-table.ts'

export type IdentityPlace = { endpoint: string; clientId: string }
/** The newest mail to an address. */
export type ReadMail = (to: string) => Promise<string>

/** Signing up and in as the site does it, with the code from the e-mail. */
export const people = ({ endpoint, clientId }: IdentityPlace, readMail: ReadMail) => {
  const client = new CognitoIdentityProviderClient({
    endpoint,
    region: 'eu-west-2',
    credentials: localCredentials,
  })
  return {
    signUp: async ({ name, email, password }: { name: string; email: string; password: string }) => {
      await client.send(
        new SignUpCommand({
          ClientId: clientId,
          Username: email,
          Password: password,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'name', Value: name },
          ],
        }),
      )
      const code = /\b\d{6}\b/.exec(await readMail(email))?.[0]
      await client.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode: code }))
    },

    /** @returns the access token. */
    signIn: async ({ email, password }: { email: string; password: string }): Promise<string> => {
      const { AuthenticationResult: result } = await client.send(
        new InitiateAuthCommand({
          ClientId: clientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: email, PASSWORD: password },
        }),
      )
      if (!result?.AccessToken) throw new Error('The sign-in gave no token.')
      return result.AccessToken
    },
    close: () => client.destroy(),
  }
}
export type People = ReturnType<typeof people>
