import * as z from 'zod'
import { missingObject } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { choice } from '../http/params.ts'
import type { PaymentMethodConfiguration } from '../wire.ts'
import type { World } from '../world.ts'

/** Every account has one by default, with cards on: https://docs.stripe.com/payments/payment-method-configurations */
const theDefault = (world: World): PaymentMethodConfiguration =>
  world.state.paymentMethodConfigurations.all()[0] ??
  world.state.paymentMethodConfigurations.put({
    id: world.newId('pmc'),
    object: 'payment_method_configuration',
    active: true,
    application: null,
    card: { available: true, display_preference: { overridable: null, preference: 'on', value: 'on' } },
    created: world.now(),
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: null,
  })

/** Whether Checkout may offer cards at all. */
export const areCardsOn = (world: World) => theDefault(world).card?.available === true

export const paymentMethodConfigurationOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/payment_method_configurations',
    filters: {},
    candidates: ({ world }) => [theDefault(world)],
  }),
  operation({
    method: 'POST',
    path: '/v1/payment_method_configurations/:id',
    params: z.strictObject({
      card: z.strictObject({ display_preference: z.strictObject({ preference: choice('none', 'off', 'on') }) }),
    }),
    run({ ids: [id], params, world }) {
      const found = theDefault(world)
      if (found.id !== id) throw missingObject('payment_method_configuration', id)
      const { preference } = params.card.display_preference
      const value = preference === 'off' ? 'off' : 'on'
      found.card = { available: value === 'on', display_preference: { overridable: null, preference, value } }
      return world.state.paymentMethodConfigurations.put(found)
    },
  }),
]
