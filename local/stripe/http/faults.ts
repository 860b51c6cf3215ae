import * as z from 'zod'

/** What `Stripe-Rate-Limited-Reason` says: https://docs.stripe.com/rate-limits */
const rateLimits = [
  'global-concurrency',
  'global-rate',
  'endpoint-concurrency',
  'endpoint-rate',
  'resource-specific',
] as const

const Status = z.strictObject({
  kind: z.literal('status'),
  status: z.int().min(400).max(599),
  code: z.string().optional(),
  message: z.string().optional(),
  /** Which limit a 429 is of; without it, and not for a lock, that of the endpoint. */
  limit: z.enum(rateLimits).optional(),
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
    z.strictObject({ kind: z.literal('delay'), delayMs: z.int().nonnegative() }),
    /** Waits until `release` is called with the fault's id. */
    z.strictObject({ kind: z.literal('hold') }),
  ]),
})
export type Fault = z.output<typeof Fault>
export type FaultInput = z.input<typeof Fault>

type Active = Fault & { id: string; left: number; released: Promise<void>; release: () => void }

/** The faults waiting for requests; each request meets at most one before it runs and one after. */
export const faults = (newId: () => string) => {
  let active: Active[] = []
  const holds = new Map<string, Active>()
  return {
    add(fault: Fault) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const added = { ...fault, id: newId(), left: fault.times, released, release }
      active.push(added)
      if (fault.answer.kind === 'hold') holds.set(added.id, added)
      return { id: added.id }
    },
    release(id: string) {
      holds.get(id)?.release()
      holds.delete(id)
    },
    clear() {
      active = []
      for (const held of holds.values()) held.release()
      holds.clear()
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
