import { missingReference } from '../http/errors.ts'
import type { World } from '../world.ts'

/**
 * A customer who is named in a filter or a parameter has to be there: `resource_missing`, as for every reference
 * (https://docs.stripe.com/error-codes). What filters do with deleted ones is not documented: the same here.
 */
export const knownCustomer = (world: World, id: string | undefined) => {
  if (id !== undefined && !world.state.customers.find(id)) throw missingReference('customer', id)
  return id
}
