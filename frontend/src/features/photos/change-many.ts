import { sentenceOf } from '#frontend/shared/api/api-error.ts'

/** Requests side by side: quick, and far below what one person may ask in a second. */
const atOnce = 4

export type Outcome = { readonly done: number; readonly failed: number; readonly why: string | undefined }

/**
 * Does the same to many things, a few at a time. One that is refused keeps nothing else from being done; doing all of it
 * again does what is left.
 */
export const changeMany = async <T>(
  things: readonly T[],
  change: (thing: T, place: number) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome> => {
  let [next, done, failed] = [0, 0, 0]
  let why: string | undefined
  const work = async () => {
    for (let place = next++; place < things.length; place = next++) {
      const thing = things[place]
      if (thing === undefined) continue
      try {
        await change(thing, place)
        done += 1
      } catch (error) {
        failed += 1
        why ??= sentenceOf(error)
      }
      onProgress(done + failed)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { done, failed, why }
}
