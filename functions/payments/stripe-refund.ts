import type { Stripe } from 'stripe'
import type { Answer } from './payments.ts'
import { linesMetadata } from './refund-lines.ts'
import { change } from './stripe-client.ts'

export type NewRefund = {
  readonly chargeId: string
  /** `null` gives back all that is left of the charge. */
  readonly amountPence: number | null
  /** The order's lines that it is for; `null` spreads it over all of them. */
  readonly lines: readonly number[] | null
}

/** Gives money back to the buyer's card. Our own books follow from Stripe's word for it, as with a refund made there. */
export const stripeRefund =
  (stripe: () => Promise<Stripe>) =>
  async ({ chargeId, amountPence, lines }: NewRefund, idempotencyKey: string): Promise<Answer<{ id: string }>> => {
    const client = await stripe()
    const answer = await change(() =>
      client.refunds.create(
        {
          charge: chargeId,
          ...(amountPence !== null && { amount: amountPence }),
          reason: 'requested_by_customer',
          ...(lines !== null && { metadata: linesMetadata(lines) }),
        },
        { idempotencyKey },
      ),
    )
    return answer.kind === 'done' ? { kind: 'done', value: { id: answer.value.id } } : answer
  }
