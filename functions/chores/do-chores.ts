import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { afterHours, afterMs, type Clock } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { ChoreStore } from './chore-store.ts'
import { type Chore, type ChoreKind, type ChoreList, listOfChore } from './chore-writes.ts'

/** A step has used up its time: what it did stands, and the timed job goes on from there. */
class OutOfTime extends Error {}
/** Thrown by a step that did what it can for now: its chore is due again then. */
export class DueLater extends Error {
  readonly at: Date
  constructor(at: Date) {
    super('This chore is due later.')
    this.at = at
  }
}
/** Asked before each part of a step that may be long. @throws OutOfTime */
type MayGoOn = () => void
/** Does what a chore of one kind asks for its subject. Doing it again changes nothing. */
export type ChoreStep = (subject: string, mayGoOn?: MayGoOn) => Promise<void>
export type ChoreSteps<K extends ChoreKind = ChoreKind> = Readonly<Record<K, ChoreStep>>
type Parts = { chores: ChoreStore; log: Log; now: Clock }

/** `unfinished`: it is due again at once, or when its step said; `left`: it failed, and is due again as it was. */
export type ChoreOutcome = 'done' | 'unfinished' | 'left'

/** A request that has changed what it was asked for lets nobody wait longer for what follows; functions of the API have 15 seconds. */
const requestMs = 5_000
/** So long after it was due a chore that still runs out of time is reported: it may go over the same again and never end. */
const endlessHours = { prompt: 1, long: 1, growing: 1, bulk: 6 } as const satisfies Record<ChoreList, number>
/** A chore, and since when it is due where its step put it off. */
type Begun<K extends ChoreKind> = Chore & { kind: K; dueSince?: string | undefined }

/**
 * Does the chores of a request that has already been answered for: what takes longer or fails is left to the timed job.
 * @param until When a step that asks is stopped.
 */
export const doChores =
  <K extends ChoreKind>({ chores, log, now }: Parts, steps: ChoreSteps<K>, until = afterMs(now(), requestMs)) =>
  async (list: readonly Begun<K>[]): Promise<ChoreOutcome[]> => {
    const mayGoOn = (): void => {
      if (now() > until) throw new OutOfTime()
    }
    const goOn = async (chore: Begun<K>): Promise<void> => {
      await chores.goOn(chore, now())
      const patientUntil = afterHours(new Date(chore.dueSince ?? chore.dueAt), endlessHours[listOfChore(chore)])
      if (now() > patientUntil) log.error(urgent.choreEndless, { chore: chore.kind })
    }
    const finish = async (chore: Begun<K>): Promise<ChoreOutcome> => {
      try {
        await steps[chore.kind](chore.subject, mayGoOn)
        await chores.done(chore)
        return 'done'
      } catch (error) {
        if (!(error instanceof OutOfTime || error instanceof DueLater)) {
          log.warn('chore left', { chore: chore.kind, ...describeError(error) })
          return 'left'
        }
        if (error instanceof DueLater) await chores.putOffTo(chore, error.at)
        else await goOn(chore)
        log.info('chore goes on later', { chore: chore.kind })
        return 'unfinished'
      }
    }
    const outcomes: ChoreOutcome[] = []
    for (const chore of list) outcomes.push(await finish(chore))
    return outcomes
  }
