import type { AppError } from '#schema/errors.ts'
import type { ThrottleName } from './limits.ts'
import type { Throttle } from './throttle.ts'

/** The limits of one kind of guess: of a session, of a session while its address is past its bound, and of the address. */
export type GuessLimits = { readonly own: ThrottleName; readonly inCrowd: ThrottleName; readonly address: ThrottleName }
type Guesser = { readonly subject: string; readonly address: string }

/**
 * Lets a guess be looked at, and counts it when it was wrong. A right one is never counted, and is refused only to who was
 * wrong too often before: an address past its bound leaves its other people a few mistakes each.
 * @param isRight Looks at the guess.
 * @returns whether it was right.
 * @throws AppError `too_many_requests` without having looked.
 */
export const guess = async (
  throttle: Throttle,
  { limits, subject, address }: Guesser & { limits: GuessLimits },
  isRight: () => Promise<boolean>,
): Promise<boolean> => {
  const [, crowded] = await Promise.all([
    throttle.count(limits.own, subject),
    throttle.fullness(limits.address, address),
  ])
  const refused = crowded && (await throttle.fullness(limits.inCrowd, subject))
  if (refused) throw refused
  if (await isRight()) {
    await throttle.takeBack(limits.own, subject)
    return true
  }
  await Promise.all([
    // The address' own number refuses nobody: past it, the few of each session count.
    throttle.count(limits.address, address).catch(unlessFull),
    throttle.count(limits.inCrowd, subject).catch(unlessFull),
  ])
  return false
}

/** For limits that are only looked at elsewhere: a full window is no reason to fail here. */
export const unlessFull = (error: AppError | unknown): void => {
  if (!isFull(error)) throw error
}
const isFull = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'too_many_requests'
