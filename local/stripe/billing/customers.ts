import * as z from 'zod'
import { missingObject } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { email, mergedMetadata, metadata, text } from '../http/params.ts'
import type { Customer } from '../wire.ts'
import type { World } from '../world.ts'
import { endSubscription } from './subscriptions.ts'

type NewCustomer = {
  email?: string | null | undefined
  name?: string | null | undefined
  metadata?: Record<string, string> | null | undefined
}

export const newCustomer = (world: World, given: NewCustomer): Customer => {
  const customer: Customer = world.state.customers.put({
    id: world.newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  })
  world.emit('customer.created', customer)
  return customer
}

const customerOf = (world: World, id: string) => {
  const customer = world.state.customers.find(id)
  if (!customer) throw missingObject('customer', id)
  return customer
}

export const customerOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/customers',
    params: z.strictObject({ email: email().optional(), name: text().optional(), metadata: metadata().optional() }),
    run: ({ params, world }) => newCustomer(world, params),
  }),
  listOperation({
    path: '/v1/customers',
    filters: {},
    candidates: ({ world }) => world.state.customers.all(),
  }),
  operation({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      const customer = customerOf(world, id)
      // "Also immediately cancels any active subscriptions" (docs.stripe.com/api/customers/delete).
      for (const subscription of world.state.subscriptions.where('customer', id))
        if (subscription.status !== 'canceled') endSubscription(world, subscription, 'cancellation_requested')
      world.state.customers.remove(id)
      world.state.deletedCustomers.put({ id })
      world.emit('customer.deleted', customer)
      return { id, object: 'customer', deleted: true }
    },
  }),
]
