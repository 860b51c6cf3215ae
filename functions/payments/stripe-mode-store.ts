import * as z from 'zod'
import { type Key, put, type Table } from '#functions/shared/table/writes.ts'

const stripeModeKeys = { mode: (): Key => ({ PK: 'INSTALLATION#STRIPE', SK: 'MODE' }) }

const StripeMode = z.object({ isLive: z.boolean(), accountId: z.string() })
/** Which account at Stripe this installation works with, and whether with real money. */
export type StripeMode = z.infer<typeof StripeMode>

/**
 * Written once, when Stripe is set up: customers, accounts and charges of one mode or account do not exist in another, so
 * a key of another one leaves behind subscriptions and balances that nothing can ever settle.
 */
export const stripeModeStore = (table: Pick<Table, 'get' | 'write'>) => ({
  async find(): Promise<StripeMode | undefined> {
    const item = await table.get(stripeModeKeys.mode())
    return item && StripeMode.parse(item)
  },
  /** @returns what holds from now on: what was there before, where there was something. */
  async settle(mode: StripeMode): Promise<StripeMode> {
    const result = await table.write(put({ ...stripeModeKeys.mode(), ...mode }, 'absent'))
    return result.ok ? mode : StripeMode.parse(result.before)
  },
})
export type StripeModeStore = ReturnType<typeof stripeModeStore>
