import { customerOperations } from './billing/customers.ts'
import { invoiceOperations } from './billing/invoices.ts'
import { portalOperations } from './billing/portal.ts'
import { productOperations } from './billing/products.ts'
import { subscriptionOperations } from './billing/subscriptions.ts'
import { checkoutOperations } from './checkout/checkout-sessions.ts'
import { accountOperations } from './connect/accounts.ts'
import { balanceSettingsOperations } from './connect/balance-settings.ts'
import { payoutOperations } from './connect/payouts.ts'
import { transferOperations } from './connect/transfers.ts'
import type { Operation } from './http/operation.ts'
import { balanceOperations } from './payments/balance-operations.ts'
import { disputeOperations } from './payments/disputes.ts'
import { paymentMethodConfigurationOperations } from './payments/payment-method-configurations.ts'
import { paymentOperations } from './payments/payment-operations.ts'
import { refundOperations } from './payments/refunds.ts'
import { webhookEndpointOperations } from './webhooks/endpoints.ts'
import { eventOperations } from './webhooks/events.ts'

/** Everything of Stripe's API that is served. */
export const operations: readonly Operation[] = [
  ...checkoutOperations,
  ...paymentOperations,
  ...paymentMethodConfigurationOperations,
  ...refundOperations,
  ...disputeOperations,
  ...balanceOperations,
  ...accountOperations,
  ...transferOperations,
  ...payoutOperations,
  ...balanceSettingsOperations,
  ...productOperations,
  ...customerOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...portalOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
]
