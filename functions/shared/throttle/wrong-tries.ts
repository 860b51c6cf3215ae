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
 * Lets a guess be looked at, and counts it when it was wrong. A right one is never counted, nor is one that nobody has looked
 * at, because it was refused or the look failed. A right one is refused only to who was wrong too often before: an address
 * past its bound leaves its other people a few mistakes each. An address makes late sessions without end, so all of them
 * together have a number as well (decision 52).
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
  const [own, crowd] = await Promise.allSettled([
    throttle.count(limits.own, subject, within),
    throttle.fullness(limits.address, address),
  ])
  if (own.status === 'rejected') throw own.reason
  const takeBack = {
    own: () => throttle.takeBack(limits.own, subject, within),
    late: () => throttle.takeBack(limits.late, late),
  }
  const wasRight = await takenBackUnlessWrong(takeBack.own, async () => {
    if (crowd.status === 'rejected') throw crowd.reason
    const refused = (crowd.value || isLate) && (await throttle.fullness(limits.inCrowd, subject))
    if (refused) throw refused
    if (!isLate) return isRight()
    // Counted after the session's own limit, so that what one session is refused does not count against the others.
    await throttle.count(limits.late, late)
    return takenBackUnlessWrong(takeBack.late, isRight)
  })
  if (wasRight) return true
  await Promise.all([
    // The address' own number refuses nobody: past it, the few of each session count.
    throttle.count(limits.address, address).catch(unlessFull),
    throttle.count(limits.inCrowd, subject).catch(unlessFull),
  ])
  return false
}

/** Looks at a guess that is counted, and takes the count back unless the guess was found wrong. */
const takenBackUnlessWrong = async (
  takeBack: () => Promise<void>,
  isRight: () => Promise<boolean>,
): Promise<boolean> => {
  let isWrong = false
  try {
    isWrong = !(await isRight())
    return !isWrong
  } finally {
    if (!isWrong) await takeBack()
  }
}

/** For limits that are only looked at elsewhere: a full window is no reason to fail here. */
export const unlessFull = (error: AppError | unknown): void => {
  if (!isFull(error)) throw error
}
const isFull = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'too_many_requests'
