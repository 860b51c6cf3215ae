import type { AppError } from '#schema/errors.ts'
import type { ThrottleName } from './limits.ts'
import type { Throttle, Within } from './throttle.ts'

/**
 * The limits of one kind of guess: of a session, of a session while its address is past its bound, of the address, and of
 * the late sessions of an address together.
 */
export type GuessLimits = {
  readonly own: ThrottleName
  readonly inCrowd: ThrottleName
  readonly address: ThrottleName
  readonly late: ThrottleName
}
type Guesser = {
  readonly visitor: { readonly subject: string; readonly isLate: boolean }
  readonly address: string
  /** A tighter limit of the same session, counted for one thing that it guesses with, such as one cart. */
  readonly within?: Within
  /** What the late sessions of an address aim at together; without it, all that the limit is about. */
  readonly target?: string
}

/**
 * Lets a guess be looked at, and counts it when it was wrong. A right one is never counted, and is refused only to who was
 * wrong too often before: an address past its bound leaves its other people a few mistakes each. An address makes late
 * sessions without end, so all of them together have a number as well (decision 52).
 * @param isRight Looks at the guess.
 * @returns whether it was right.
 * @throws AppError `too_many_requests` without having looked.
 */
export const guess = async (
  throttle: Throttle,
  { limits, visitor, address, within, target }: Guesser & { limits: GuessLimits },
  isRight: () => Promise<boolean>,
): Promise<boolean> => {
  const { subject, isLate } = visitor
  const late = JSON.stringify([address, target])
  const [, crowded] = await Promise.all([
    throttle.count(limits.own, subject, within),
    throttle.fullness(limits.address, address),
  ])
  const refused = (crowded || isLate) && (await throttle.fullness(limits.inCrowd, subject))
  if (refused) throw refused
  // Counted after the session's own limit, so that what one session is refused does not count against the others.
  if (isLate) await throttle.count(limits.late, late)
  if (await isRight()) {
    await Promise.all([
      throttle.takeBack(limits.own, subject, within),
      ...(isLate ? [throttle.takeBack(limits.late, late)] : []),
    ])
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
