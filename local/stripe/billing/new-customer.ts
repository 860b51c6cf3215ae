import { mergedMetadata } from '../http/params.ts'
import type { Customer } from '../wire.ts'
import type { World } from '../world.ts'

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
