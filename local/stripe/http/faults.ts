import * as z from 'zod'

const Status = z.strictObject({
  kind: z.literal('status'),
  status: z.int().min(400).max(599),
  code: z.string().optional(),
  message: z.string().optional(),
  /** Keep this answer under the idempotency key, as Stripe keeps a 500 of a request that ran. */
  kept: z.boolean().default(false),
})

/** What goes wrong with the next requests that match. */
export const Fault = z.strictObject({
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** A path, where `*` stands for any part: `/v1/transfers`, `/v1/checkout/sessions/*`. */
  path: z.string().default('*'),
  /** How many requests it meets. The SDK sends a reset request once more by itself, so a lost answer needs two. */
  times: z.int().positive().default(1),
  /** Before the operation runs (nothing happened) or after it (it happened, and the caller does not know). */
  when: z.enum(['before', 'after']).default('before'),
  answer: z.discriminatedUnion('kind', [
    Status,
    z.strictObject({ kind: z.literal('reset') }),
    /** Waits until all faults are taken back. */
    z.strictObject({ kind: z.literal('hold') }),
  ]),
})
export type Fault = z.output<typeof Fault>
export type FaultInput = z.input<typeof Fault>

type Active = Fault & { id: string; left: number; released: Promise<void>; release: () => void }

/** The faults waiting for requests; each request meets at most one before it runs and one after. */
export const faults = (newId: () => string) => {
  let active: Active[] = []
  let held: Active[] = []
  return {
    add(fault: Fault) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const added = { ...fault, id: newId(), left: fault.times, released, release }
      active.push(added)
      if (fault.answer.kind === 'hold') held.push(added)
      return { id: added.id }
    },
    clear() {
      active = []
      for (const { release } of held) release()
      held = []
    },
    next(when: Fault['when'], method: string, path: string): Active | undefined {
      const fault = active.find(
        (one) => one.when === when && (one.method ?? method) === method && matches(one.path, path),
      )
      if (!fault) return undefined
      fault.left--
      if (fault.left === 0) active = active.filter((one) => one !== fault)
      return fault
    },
    list: () => active.map(({ id, method, path, when, left, answer }) => ({ id, method, path, when, left, answer })),
  }
}

export type Faults = ReturnType<typeof faults>

const matches = (pattern: string, path: string) => {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`).test(path)
}
