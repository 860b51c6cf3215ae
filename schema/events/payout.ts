import * as z from 'zod'
import { OrderId, UserId } from '#schema/ids.ts'

/** Shares of one seller whose hold is over: few enough for one transaction. */
export const HoldBatch = z.object({ sellerId: UserId, orderIds: z.array(OrderId).min(1).max(40) })
export type HoldBatch = z.infer<typeof HoldBatch>
