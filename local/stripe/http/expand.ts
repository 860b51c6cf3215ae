import { asOfNow } from '../payments/balance-ledger.ts'
import type { World } from '../world.ts'
import { invalid } from './errors.ts'

type Plain = Record<string, unknown>

/** "Expansions have a maximum depth of four levels", `data` of a list counted: https://docs.stripe.com/api/expanding_objects */
const MAX_EXPANSION_DEPTH = 4

/** Finds what a field names. */
const referenced: Record<string, (world: World, id: string) => object | undefined> = {
  payment_intent: ({ state }, id) => state.paymentIntents.find(id),
  latest_charge: ({ state }, id) => state.charges.find(id),
  charge: ({ state }, id) => state.charges.find(id),
  source_transaction: ({ state }, id) => state.charges.find(id),
  balance_transaction: (world, id) => balanceTransaction(world, id),
  failure_balance_transaction: (world, id) => balanceTransaction(world, id),
  customer: ({ state }, id) =>
    state.customers.find(id) ?? (state.deletedCustomers.find(id) && { id, object: 'customer', deleted: true }),
  payment_method: ({ state }, id) => state.paymentMethods.find(id),
  default_payment_method: ({ state }, id) => state.paymentMethods.find(id),
  subscription: ({ state }, id) => state.subscriptions.find(id),
  invoice: ({ state }, id) => state.invoices.find(id),
  latest_invoice: ({ state }, id) => state.invoices.find(id),
  product: ({ state }, id) => state.products.find(id),
  price: ({ state }, id) => state.prices.find(id),
  destination: ({ state }, id) => state.accounts.find(id),
  transfer: ({ state }, id) => state.transfers.find(id),
  source: ({ state }, id) =>
    state.charges.find(id) ??
    state.refunds.find(id) ??
    state.transfers.find(id) ??
    state.disputes.find(id) ??
    state.payouts.find(id)?.payout,
}

/** Lists that Stripe leaves out until they are asked for; `included` makes them. */
const lists = new Set(['line_items', 'refunds', 'subscriptions'])

/** Refuses a path that ends in nothing that can be expanded, before the request has any effect. */
export const checkExpandable = (paths: readonly string[]) => {
  for (const path of paths) {
    const fields = path.split('.')
    if (fields.length > MAX_EXPANSION_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_EXPANSION_DEPTH} levels of a property (${path}).`, {
        param: 'expand',
      })
    }
    const last = fields.at(-1) ?? ''
    if (!lists.has(last) && !Object.hasOwn(referenced, last)) throw notExpandable(path)
  }
}

const balanceTransaction = (world: World, id: string) => {
  const entry = world.state.balanceEntries.find(id)
  return entry && asOfNow(world, entry.transaction)
}

const included = (world: World, owner: Plain, field: string): object | undefined => {
  const id = String(owner.id)
  const list = (data: readonly object[], url: string) => ({
    object: 'list',
    data: [...data].slice(0, 10),
    has_more: data.length > 10,
    url,
  })
  if (owner.object === 'checkout.session' && field === 'line_items') {
    return list(world.state.checkoutPlans.find(id)?.lineItems ?? [], `/v1/checkout/sessions/${id}/line_items`)
  }
  if (owner.object === 'charge' && field === 'refunds') {
    return list([...world.state.refunds.where('charge', id)].reverse(), `/v1/charges/${id}/refunds`)
  }
  if (owner.object === 'customer' && field === 'subscriptions') {
    const live = world.state.subscriptions.where('customer', id).filter((item) => item.status !== 'canceled')
    return list([...live].reverse(), `/v1/customers/${id}/subscriptions`)
  }
  return undefined
}

const copy = (value: object): Plain => Object.fromEntries(Object.entries(structuredClone(value)))

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy of `answer` with the named references replaced by what they name. */
export const expanded = (world: World, answer: object, paths: readonly string[]): object => {
  const root = copy(answer)
  for (const path of paths) {
    const fields = path.split('.')
    expandWithin(world, root, fields, path)
  }
  return root
}

const expandWithin = (world: World, owner: Plain, fields: readonly string[], path: string): void => {
  const [field, ...rest] = fields
  if (field === undefined) return
  const value = owner[field]
  if (Array.isArray(value)) {
    for (const item of value) if (isPlain(item)) expandWithin(world, item, rest, path)
    return
  }
  if (value === null) return
  const next = isPlain(value) ? value : found(world, owner, field, value, path)
  owner[field] = next
  expandWithin(world, next, rest, path)
}

const found = (world: World, owner: Plain, field: string, value: unknown, path: string): Plain => {
  const object = typeof value === 'string' ? referenced[field]?.(world, value) : included(world, owner, field)
  if (!object) throw notExpandable(path)
  return copy(object)
}

const notExpandable = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
