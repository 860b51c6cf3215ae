import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { ChoreStore } from './chore-store.ts'
import type { Chore, ChoreKind } from './chore-writes.ts'

/** Does what a chore of one kind asks for its subject. Doing it again changes nothing. */
export type ChoreStep = (subject: string) => Promise<void>
export type ChoreSteps<K extends ChoreKind = ChoreKind> = Readonly<Record<K, ChoreStep>>
type Parts = { chores: ChoreStore; log: Log }

/** Does the chores of a request that has already been answered for: one that fails is left to the timed job. */
export const doChores =
  <K extends ChoreKind>({ chores, log }: Parts, steps: ChoreSteps<K>) =>
  async (list: readonly (Chore & { kind: K })[]): Promise<number> => {
    let done = 0
    for (const chore of list) {
      try {
        await steps[chore.kind](chore.subject)
        await chores.done(chore)
        done += 1
      } catch (error) {
        log.warn('chore left', { chore: chore.kind, ...describeError(error) })
      }
    }
    return done
  }
