import { missingObject } from '../http/errors.ts'
import { listOperation, type Operation, retrieveOperation } from '../http/operation.ts'

export const paymentOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/payment_intents',
    filters: {},
    candidates: ({ world }) => world.state.paymentIntents.all(),
  }),
  listOperation({
    path: '/v1/charges',
    filters: {},
    candidates: ({ world }) => world.state.charges.all(),
  }),
  retrieveOperation('/v1/charges/:id', (id, { world }) => {
    const charge = world.state.charges.find(id)
    if (!charge) throw missingObject('charge', id)
    return charge
  }),
]
