import { busy } from '#functions/shared/http/outage.ts'
import { AppError } from '#schema/errors.ts'
import type { Answer } from './payments.ts'

/** The card provider takes no more at this moment; what was asked may be asked again with the same key. */
export const paymentsBusy = (): AppError => busy('Very many people are paying at this moment.')

/**
 * What became of a changing call, where that is known.
 * @throws AppError `unavailable` where it is not, or nothing was done: the same call comes again with the same key, in a
 *   moment where the card provider asks for time.
 */
export const requireAnswer = <T>(answer: Answer<T>): Extract<Answer<T>, { kind: 'done' | 'refused' }> => {
  if (answer.kind === 'done' || answer.kind === 'refused') return answer
  throw answer.kind === 'not_executed' && answer.isBusy ? paymentsBusy() : new AppError('unavailable')
}
