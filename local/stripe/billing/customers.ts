import * as z from 'zod'
import { missingObject } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { email, metadata } from '../http/params.ts'
import type { World } from '../world.ts'
import { newCustomer } from './new-customer.ts'
import { endSubscription } from './subscriptions.ts'

const customerOf = (world: World, id: string) => {
  const customer = world.state.customers.find(id)
  if (!customer) throw missingObject('customer', id)
  return customer
}

export const customerOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/customers',
    params: z.strictObject({ email: email().optional(), metadata: metadata().optional() }),
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
