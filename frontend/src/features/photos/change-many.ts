import { sentenceOf } from '#frontend/shared/api/api-error.ts'

/** Requests side by side: quick, and far below what one person may ask in a second. */
const atOnce = 4

export type Outcome<T> = { readonly done: readonly T[]; readonly why: string | undefined }

/**
 * Does the same to many things, a few at a time. One that is refused keeps nothing else from being done; doing all of it
 * again does what is left.
 * @param isStopped Asked before each of them: what is on its way by then is done, the rest is left.
 */
export const changeMany = async <T>(
  things: readonly T[],
  change: (thing: T) => Promise<unknown>,
  isStopped: () => boolean = () => false,
): Promise<Outcome<T>> => {
  const done: T[] = []
  let next = 0
  let why: string | undefined
  const work = async () => {
    for (let place = next++; place < things.length && !isStopped(); place = next++) {
      const thing = things[place]
      if (thing === undefined) continue
      try {
        await change(thing)
        done.push(thing)
      } catch (error) {
        why ??= sentenceOf(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { done, why }
}
