import type { Fate, Step } from '#test/support/payments/interrupted.ts'

type Parked = { process: string; call: string; moment: 'before' | 'after'; resume: (fate: Fate) => void }
export type Ending = 'done' | 'failed' | 'crashed'
export type Choice = { index: number; fate?: Fate | 'crash' }

/** All that is ready runs until each process waits at its next step, or is over. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs processes one step at a time. A process stops before and after everything it does outside itself; `choose` says
 * which goes on, and whether its call, its answer or the process itself is lost. Nothing else happens by chance, so the
 * same choices make the same run.
 */
export const scheduler = ({
  choose,
  afterStep = async () => {},
}: {
  choose: (parked: readonly Parked[]) => Choice
  afterStep?: () => Promise<void>
}) => {
  const parked: Parked[] = []
  const trace: string[] = []
  let steps = 0

  const start = (process: string, body: (step: Step) => Promise<void>, onEnd: (ending: Ending) => void = () => {}) => {
    const step: Step = (call, moment) => new Promise((resume) => parked.push({ process, call, moment, resume }))
    void step('start', 'before')
      .then(() => body(step))
      .then(
        () => onEnd('done'),
        () => onEnd('failed'),
      )
    endings.set(process, onEnd)
  }
  const endings = new Map<string, (ending: Ending) => void>()

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
        trace.push(`${next.process} ${next.moment} ${next.call}${fate ? ` ${fate}` : ''}`)
        if (fate === 'crash') endings.get(next.process)?.('crashed')
        else next.resume(fate)
        await settle()
        await afterStep()
      }
    },
  }
}
