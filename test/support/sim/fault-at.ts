import type { Fate, Step } from '#test/support/payments/interrupted.ts'

export type Fault = 'crash' | 'lost'

/**
 * Lets a process run up to one point and no further (`crash`), or takes one call or answer from it (`lost`). Points are
 * counted from 0: before and after each thing the process does outside itself.
 */
export const runWithFault = async (
  { point, fault }: { point: number; fault: Fault },
  body: (step: Step) => Promise<unknown>,
): Promise<'done' | 'failed' | 'crashed'> => {
  let next = 0
  let end: (ending: 'crashed') => void = () => {}
  const crashed = new Promise<'crashed'>((resolve) => {
    end = resolve
  })
  const step: Step = () => {
    if (next++ !== point) return Promise.resolve<Fate>(undefined)
    if (fault === 'lost') return Promise.resolve<Fate>('lost')
    end('crashed')
    return new Promise<Fate>(() => {})
  }
  const ended = body(step).then(
    () => 'done' as const,
    () => 'failed' as const,
  )
  return Promise.race([ended, crashed])
}

/** How many points a process passes when nothing goes wrong. */
export const pointsOf = async (body: (step: Step) => Promise<unknown>): Promise<number> => {
  let count = 0
  await body(async () => {
    count++
    return undefined
  })
  return count
}
