import { inSlices } from '#frontend/ui/in-slices.ts'

let isTakenOver = false

/** To be called before a page that came as HTML is taken over. */
export const askInSlices = (): void => {
  isTakenOver = true
}

/**
 * Resolves when a question may be sent: at once, but on a page that came as HTML in slices. The commit that takes such a
 * page over begins all of its questions, and a slow phone would be blocked for twice as long.
 */
export const turnToAsk = async (): Promise<void> => {
  if (isTakenOver) await new Promise<void>((resolve) => inSlices(resolve))
}
