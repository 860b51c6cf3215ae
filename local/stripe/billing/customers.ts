import * as z from 'zod'
import { missingObject } from '../http/errors.ts'
import { listOperation, type Operation, operation, retrieveOperation } from '../http/operation.ts'
import { email, mergedMetadata, metadata, text } from '../http/params.ts'
import type { Customer } from '../wire.ts'
import type { World } from '../world.ts'
import { endSubscription } from './subscriptions.ts'

const Changeable = {
  email: email().optional(),
  name: text().optional(),
  description: text().optional(),
  phone: text().optional(),
  metadata: metadata().optional(),
}

type NewCustomer = {
  email?: string | null | undefined
  name?: string | null | undefined
  description?: string | undefined
  phone?: string | undefined
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
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
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

/** One that was deleted can still be read, "including a deleted property": https://docs.stripe.com/api/customers/retrieve */
const shownCustomer = (world: World, id: string) =>
  world.state.deletedCustomers.find(id) ? { id, object: 'customer', deleted: true } : customerOf(world, id)

export const customerOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/customers',
    params: z.strictObject(Changeable),
    run: ({ params, world }) => newCustomer(world, params),
  }),
  listOperation({
    path: '/v1/customers',
    filters: { email: text().optional() },
    candidates: ({ params, world }) =>
      params.email === undefined ? world.state.customers.all() : world.state.customers.where('email', params.email),
  }),
  retrieveOperation('/v1/customers/:id', (id, { world }) => shownCustomer(world, id)),
  operation({
    method: 'POST',
    path: '/v1/customers/:id',
    params: z.strictObject(Changeable),
    run({ ids: [id], params, world }) {
      const customer = customerOf(world, id)
      customer.email = params.email ?? customer.email
      customer.name = params.name ?? customer.name ?? null
      customer.description = params.description ?? customer.description
      customer.phone = params.phone ?? customer.phone ?? null
      customer.metadata = mergedMetadata(customer.metadata, params.metadata)
      world.state.customers.put(customer)
      world.emit('customer.updated', customer)
      return customer
    },
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
