import { productOperations } from './billing/products.ts'
import { checkoutOperations } from './checkout/checkout-sessions.ts'
import type { Operation } from './http/operation.ts'
import { paymentOperations } from './payments/payment-operations.ts'
import { eventOperations } from './webhooks/events.ts'

/** Everything of Stripe's API that is served. */
export const operations: readonly Operation[] = [
  ...checkoutOperations,
  ...paymentOperations,
  ...productOperations,
  ...eventOperations,
]
