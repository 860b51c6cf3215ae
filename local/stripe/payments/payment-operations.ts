import { knownCustomer } from '../billing/known-customer.ts'
import { missingObject } from '../http/errors.ts'
import { listOperation, type Operation, retrieveOperation } from '../http/operation.ts'
import { text } from '../http/params.ts'

export const paymentOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/payment_intents',
    filters: { customer: text().optional() },
    candidates: ({ params, world }) =>
      knownCustomer(world, params.customer) === undefined
        ? world.state.paymentIntents.all()
        : world.state.paymentIntents.where('customer', params.customer ?? ''),
  }),
  listOperation({
    path: '/v1/charges',
    filters: { customer: text().optional(), payment_intent: text().optional(), transfer_group: text().optional() },
    candidates({ params, world }) {
      const { charges } = world.state
      const { payment_intent, transfer_group } = params
      const customer = knownCustomer(world, params.customer)
      const narrowed =
        transfer_group !== undefined
          ? charges.where('transfer_group', transfer_group)
          : payment_intent !== undefined
            ? charges.where('payment_intent', payment_intent)
            : charges.all()
      return narrowed.filter(
        (charge) =>
          charge.customer === (customer ?? charge.customer) &&
          charge.payment_intent === (payment_intent ?? charge.payment_intent),
      )
    },
  }),
  retrieveOperation('/v1/charges/:id', (id, { world }) => {
    const charge = world.state.charges.find(id)
    if (!charge) throw missingObject('charge', id)
    return charge
  }),
]
