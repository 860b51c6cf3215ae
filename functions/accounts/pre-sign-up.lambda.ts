import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { PreSignUpTriggerEvent } from 'aws-lambda'
import { describeError, type Log, systemLog } from '#functions/shared/log/logger.ts'
import { linkGoogle } from './link-google.ts'
import { userPool } from './user-pool.ts'

type Parts = { client: CognitoIdentityProviderClient; log: Log }

/**
 * Cognito's pre-sign-up trigger. The pool's id comes with the event: a setting for it would make the pool and this
 * function need each other.
 *
 * @throws when the pool cannot be asked: going on would make a second user for good, for Cognito cannot merge two.
 */
export const preSignUp =
  ({ client, log }: Parts) =>
  async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
    if (event.triggerSource !== 'PreSignUp_ExternalProvider') return event
    const link = linkGoogle({ pool: userPool(client, event.userPoolId) })
    try {
      const userId = await link({ userName: event.userName, attributes: event.request.userAttributes })
      if (userId !== undefined) log.info('A Google account was linked', { userId })
      return event
    } catch (error) {
      log.error('A Google account could not be linked', describeError(error))
      // Cognito shows this sentence in the address of the page it sends people back to.
      throw new Error('Sign-in with Google did not work. Please try again')
    }
  }

let live: ReturnType<typeof preSignUp> | undefined

export const handler = (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
  live ??= preSignUp({
    // Cognito waits five seconds for a trigger.
    client: new CognitoIdentityProviderClient({
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 500, requestTimeout: 1_500 },
    }),
    log: systemLog('pre-sign-up'),
  })
  return live(event)
}
