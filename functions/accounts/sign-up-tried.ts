import { outboxPut } from '#functions/mail/outbox.ts'
import type { OutboxStore } from '#functions/mail/outbox-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { paths } from '#schema/paths.ts'
import { mailboxOf } from '#schema/text.ts'
import type { UserPool } from './user-pool.ts'

type Parts = {
  pool: Pick<UserPool, 'findByEmail'>
  outbox: Pick<OutboxStore, 'add'>
  throttle: Throttle
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}

/**
 * Tells the owner of a known address that somebody tried to sign up with it. The answer is the same for every address,
 * and so is what is counted against the sender; the owner hears of it once a day at most.
 */
export const signUpTried =
  (parts: Parts): Operation<typeof api.accounts.endpoints.signUpTried> =>
  async ({ body: { email }, address }) => {
    const { pool, outbox, throttle, ids, siteUrl, now } = parts
    await throttle.count('signUpTriesPerAddress', address)
    const account = await pool.findByEmail(email)
    if (!account?.confirmed || !(await isFirst(throttle, account.email))) return undefined
    const data = { signInUrl: siteUrl() + paths.auth() }
    await outbox.add(outboxPut({ id: ids.mail(), template: 'sign-up-tried', to: account.email, at: now(), data }))
    return undefined
  }

const isFirst = async (throttle: Throttle, email: string): Promise<boolean> => {
  try {
    await throttle.count('signUpMailsPerMailbox', mailboxOf(email))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}
