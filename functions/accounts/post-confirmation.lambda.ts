import { setTimeout as pause } from 'node:timers/promises'
import type { PostAuthenticationTriggerEvent, PostConfirmationTriggerEvent } from 'aws-lambda'
import * as z from 'zod'
import { liveProfiles } from '#functions/profiles/live.ts'
import { describeError, type Log, systemLog } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { UserId } from '#schema/ids.ts'
import { createProfile } from './create-profile.ts'
import { erasedStore } from './erased-store.ts'

const Attributes = z.object({ sub: UserId, email: z.string().default(''), name: z.string().optional() })
type Arrival = PostConfirmationTriggerEvent | PostAuthenticationTriggerEvent
type Parts = {
  greet: ReturnType<typeof createProfile>
  log: Log
  /** Rejects once Cognito would not wait any longer. */
  patience: () => Promise<never>
}

/**
 * Cognito's post-confirmation trigger: after a sign-up is confirmed by code, and after the first sign-in through Google.
 * It also runs after a forgotten password, which makes nobody new.
 *
 * And its post-authentication trigger: after every other sign-in, with a password or through Google. A user is confirmed
 * once, and one whose profile could not be made then would be let in nowhere; so the next sign-in makes it.
 */
export const postConfirmation = ({ greet, log, patience }: Parts) => {
  const welcomed = async ({ request }: Arrival): Promise<void> => {
    const { sub: userId, email, name } = Attributes.parse(request.userAttributes)
    if (await greet({ userId, email, name })) log.info('A user has a profile', { userId })
  }

  /** Nearly everybody has a profile, and shall not be kept out when it cannot be looked for. */
  const welcomedIfPossible = async (event: Arrival): Promise<void> => {
    try {
      await Promise.race([welcomed(event), patience()])
    } catch (error) {
      log.error('A sign-in went on without a look at the profile', describeError(error))
    }
  }

  return async <E extends Arrival>(event: E): Promise<E> => {
    if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') await welcomed(event)
    if (event.triggerSource === 'PostAuthentication_Authentication') await welcomedIfPossible(event)
    return event
  }
}

/** Cognito waits five seconds for a trigger, of which a cold start takes one. Then it refuses the sign-in. */
const patienceMs = 3_000
const cognitosPatience = async (): Promise<never> => {
  await pause(patienceMs, undefined, { ref: false })
  throw new Error('The table took too long.')
}

let live: ReturnType<typeof postConfirmation> | undefined

export const handler = (event: Arrival): Promise<Arrival> => {
  live ??= postConfirmation({
    greet: createProfile({ profiles: liveProfiles(), erasures: erasedStore(liveTable()), now: systemClock }),
    log: systemLog('post-confirmation'),
    patience: cognitosPatience,
  })
  return live(event)
}
