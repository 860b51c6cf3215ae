import { sentenceOf } from '#frontend/shared/api/api-error.ts'

/** In parts of at most so many. */
export const partsOf = <T>(things: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, part) => things.slice(part * size, (part + 1) * size))

/** Requests side by side: quick, and far below what one person may ask in a second. */
const atOnce = 4

export type Outcome<T, A> = {
  readonly done: readonly T[]
  /** What was answered to those. */
  readonly answers: readonly A[]
  readonly refused: readonly T[]
  /** The first refusal in words. */
  readonly why: string | undefined
}

/**
 * Does the same to many things, a few at a time. One that is refused keeps nothing else from being done; doing all of it
 * again does what is left.
 * @param isStopped Asked before each of them: what is on its way by then is done, the rest is left.
 */
export const changeMany = async <T, A>(
  things: readonly T[],
  change: (thing: T) => Promise<A>,
  isStopped: () => boolean = () => false,
): Promise<Outcome<T, A>> => {
  const done: T[] = []
  const answers: A[] = []
  const refused: T[] = []
  let next = 0
  let why: string | undefined
  const work = async () => {
    for (let place = next++; place < things.length && !isStopped(); place = next++) {
      const thing = things[place]
      if (thing === undefined) continue
      try {
        answers.push(await change(thing))
        done.push(thing)
      } catch (error) {
        refused.push(thing)
        why ??= sentenceOf(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { done, answers, refused, why }
}
