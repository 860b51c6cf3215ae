import { AppError } from '#schema/errors.ts'

/** What a step answers when another write came between its reading and its writing, or the table refused it for now. */
export const tryAgain = Symbol('tryAgain')

/** What follows when every try was in vain: an error with this code, this error, or this answer. */
type GivenUp<T> = 'unavailable' | 'changed_meanwhile' | (() => AppError) | { readonly answer: T }

/**
 * Takes a step that reads, and then writes only over what it has read, until no other write comes between. It does not
 * wait between tries: a try that met another write cost a read. Where DynamoDB is busy the table waits, at the beginning
 * of its own steps.
 * @param limit How often the step is taken at most: as many as there may be writers at once.
 * @param why What the caller is told when all of the tries were in vain.
 * @param step Is given the number of tries before it.
 */
export const retried = async <T>(
  limit: number,
  why: GivenUp<T>,
  step: (attempt: number) => Promise<T | typeof tryAgain>,
): Promise<T> => {
  for (let attempt = 0; attempt < limit; attempt++) {
    const answer = await step(attempt)
    if (answer !== tryAgain) return answer
  }
  if (typeof why === 'string') throw new AppError(why)
  if (typeof why === 'function') throw why()
  return why.answer
}
