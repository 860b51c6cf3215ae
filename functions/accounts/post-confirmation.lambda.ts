import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import * as z from 'zod'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { type Log, systemLog } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { UserId } from '#schema/ids.ts'
import { welcome } from './welcome.ts'

const Attributes = z.object({ sub: UserId, email: z.string().default(''), name: z.string().optional() })
type Parts = { greet: ReturnType<typeof welcome>; log: Log }

/**
 * Cognito's post-confirmation trigger: after a sign-up is confirmed by code, and after the first sign-in through Google.
 * It also runs after a forgotten password, which makes nobody new.
 */
export const postConfirmation =
  ({ greet, log }: Parts) =>
  async (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
    if (event.triggerSource !== 'PostConfirmation_ConfirmSignUp') return event
    const { sub: userId, email, name } = Attributes.parse(event.request.userAttributes)
    await greet({ userId, email, name })
    log.info('A user has a profile', { userId })
    return event
  }

let live: ReturnType<typeof postConfirmation> | undefined

export const handler = (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
  live ??= postConfirmation({
    greet: welcome({ profiles: profileStore(liveTable()), now: systemClock }),
    log: systemLog('post-confirmation'),
  })
  return live(event)
}
