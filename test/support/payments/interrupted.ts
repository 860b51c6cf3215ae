import type { Answer } from '#functions/payments/payments.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { AppError } from '#schema/errors.ts'

/**
 * Called before and after everything a process does outside itself. `lost`: before, the call never arrived; after, its
 * answer never came back. `busy`, before a call to the card provider: it answered "not now". A promise that never
 * resolves is the end of the process.
 */
export type Fate = 'lost' | 'busy' | undefined
export type Step = (call: string, moment: 'before' | 'after') => Promise<Fate>

export const noInterruption: Step = async () => undefined

const around = async <T>(step: Step, call: string, act: () => Promise<T>): Promise<T> => {
  if ((await step(call, 'before')) !== undefined) throw new AppError('unavailable')
  const result = await act()
  if ((await step(call, 'after')) !== undefined) throw new AppError('unavailable')
  return result
}

/** The table as a process sees it whose network and machine may fail. */
export const interruptedTable = (table: Table, step: Step): Table => ({
  get: (...args) => around(step, 'table.get', () => table.get(...args)),
  getMany: (...args) => around(step, 'table.getMany', () => table.getMany(...args)),
  query: (...args) => around(step, 'table.query', () => table.query(...args)),
  write: (...args) => around(step, 'table.write', () => table.write(...args)),
  transact: (...args) => around(step, 'table.transact', () => table.transact(...args)),
})

export const interruptedSend =
  (send: Send, step: Step): Send =>
  (...args) =>
    around(step, 'queue.send', () => send(...args))

/** Any call that reads or that must arrive: a failure is thrown. */
export const interruptedCall =
  <A extends unknown[], T>(name: string, step: Step, call: (...args: A) => Promise<T>) =>
  (...args: A): Promise<T> =>
    around(step, name, () => call(...args))

/** A call that changes something at the card provider: a failure is an answer. */
export const interruptedChange =
  <A extends unknown[], T>(name: string, step: Step, call: (...args: A) => Promise<Answer<T>>) =>
  async (...args: A): Promise<Answer<T>> => {
    const before = await step(name, 'before')
    if (before === 'lost') return { kind: 'unknown' }
    if (before === 'busy') return { kind: 'not_executed', isBusy: true }
    const answer = await call(...args)
    return (await step(name, 'after')) === undefined ? answer : { kind: 'unknown' }
  }
