import * as z from 'zod'
import { completeOnboarding } from './connect/account-changes.ts'
import { newAccount } from './connect/new-account.ts'
import { newCard } from './payments/cards.ts'
import { bookCharge, newIntent, takePayment } from './payments/charging.ts'
import type { World } from './world.ts'

/** What is to have happened already: paid charges, and accounts that can receive money. */
export const Stock = z.strictObject({
  charges: z
    .array(
      z.strictObject({
        amountPence: z.int().positive(),
        transferGroup: z.string(),
        metadata: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
  accounts: z
    .array(z.strictObject({ email: z.string(), metadata: z.record(z.string(), z.string()).default({}) }))
    .default([]),
})

/**
 * Puts objects there as the API and the hosted pages would have left them, by the thousand: no events, no webhooks, one
 * card for all payments. @returns their ids, in the order asked for.
 */
export const stock = (world: World, { charges, accounts }: z.output<typeof Stock>) => {
  const silent: World = { ...world, emit: () => {} }
  const requested = { requested: true }
  const method = newCard(silent, {
    number: '4242424242424242',
    holder: { name: null, email: 'buyer@example.com' },
    customer: null,
  })
  return {
    charges: charges.map(({ amountPence, transferGroup, metadata }) => {
      const intent = newIntent(silent, {
        amount: amountPence,
        customer: null,
        description: null,
        metadata,
        transferGroup,
      })
      const charge = takePayment(silent, intent, { method, asked: false })
      bookCharge(silent, charge)
      return charge.id
    }),
    accounts: accounts.map(({ email, metadata }) => {
      const account = newAccount(silent, {
        country: 'GB',
        email,
        metadata,
        capabilities: { card_payments: requested, transfers: requested },
        controller: {
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'express' },
        },
      })
      return completeOnboarding(silent, account).id
    }),
  }
}
