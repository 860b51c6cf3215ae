import { nextTask } from '#frontend/ui/next-task.ts'

let lastTurn: Promise<void> | undefined

/** To be called before a page that came as HTML is taken over. */
export const askInTurn = (): void => {
  lastTurn = Promise.resolve()
}

/**
 * Resolves when a question may be sent: at once, but on a page that came as HTML each in a task of its own. The commit
 * that takes such a page over begins all of its questions, and a slow phone would be blocked for twice as long.
 */
export const turnToAsk = async (): Promise<void> => {
  lastTurn = lastTurn?.then(nextTask)
  await lastTurn
}
