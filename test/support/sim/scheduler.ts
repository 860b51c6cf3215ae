import type { Fate, Step } from '#test/support/payments/interrupted.ts'

type Ending = 'done' | 'failed' | 'crashed'
type Process = { name: string; startedAt: Date; onEnd: (ending: Ending) => void }
export type Parked = Process & { call: string; moment: 'before' | 'after'; resume: (fate: Fate) => void }
export type Choice = { index: number; fate?: Fate | 'crash' }
export type Start = (name: string, body: (step: Step) => Promise<void>, onEnd?: (ending: Ending) => void) => void

/** All that is ready runs until each process waits at its next step, or is over. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs processes one step at a time. A process stops before and after everything it does outside itself; `choose` says
 * which goes on, and whether its call, its answer or the process itself is lost. Nothing else happens by chance, so the
 * same choices make the same run.
 */
export const scheduler = ({
  choose,
  now = () => new Date(0),
  afterStep = async () => {},
  trace = [],
}: {
  choose: (parked: readonly Parked[]) => Choice
  now?: () => Date
  afterStep?: () => Promise<void>
  /** Takes one line a step; one list may serve several stretches of a run. */
  trace?: string[]
}) => {
  const parked: Parked[] = []
  let steps = 0

  const start: Start = (name, body, onEnd = () => {}) => {
    const process: Process = { name, startedAt: now(), onEnd }
    const step: Step = (call, moment) =>
      new Promise((resume) => {
        parked.push({ ...process, call, moment, resume })
      })
    void step('start', 'before')
      .then(() => body(step))
      .then(
        () => onEnd('done'),
        () => onEnd('failed'),
      )
  }

  return {
    start,
    trace,
    steps: () => steps,
    /** Until every process is over or waits for ever. */
    async run() {
      for (;;) {
        await settle()
        if (parked.length === 0) return
        const { index, fate } = choose(parked)
        const [next] = parked.splice(index, 1)
        if (!next) throw new RangeError('No such process.')
        steps++
        trace.push(`${next.name} ${next.moment} ${next.call}${fate ? ` ${fate}` : ''}`)
        if (fate === 'crash') next.onEnd('crashed')
        else next.resume(fate)
        await settle()
        await afterStep()
      }
    },
  }
}
