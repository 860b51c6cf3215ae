import type { Payments } from '#functions/payments/payments.ts'
import { isBusy } from '#functions/shared/http/outage.ts'

type CheckoutCalls = Pick<Payments, 'createSession' | 'findSession'>

/** Less than a second in all: a function that waits is a copy that nobody else has, and the browser waits better. */
const waitsMs = [300, 600] as const

/**
 * The card provider as a checkout asks it: where it is told to slow down, it waits a moment and repeats the same request
 * under the same key, and then says so. Nothing was executed and nothing is remembered of a request that was too many.
 * @param wait In milliseconds; each wait is shortened by chance, so that a crowd does not come again together.
 */
export const patientPayments = ({ createSession, findSession }: CheckoutCalls, wait = jittered): CheckoutCalls => ({
  createSession: async (session, idempotencyKey) => {
    for (const ms of waitsMs) {
      const answer = await createSession(session, idempotencyKey)
      if (answer.kind !== 'not_executed' || answer.isBusy !== true) return answer
      await wait(ms)
    }
    return createSession(session, idempotencyKey)
  },
  findSession: async (sessionId) => {
    for (const ms of waitsMs) {
      try {
        return await findSession(sessionId)
      } catch (error) {
        if (!isBusy(error)) throw error
        await wait(ms)
      }
    }
    return findSession(sessionId)
  },
})

const jittered = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms * (0.5 + Math.random() / 2)))
