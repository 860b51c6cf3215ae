import { asOfNow } from '../payments/balance-ledger.ts'
import type { World } from '../world.ts'
import { invalid } from './errors.ts'

type Plain = Record<string, unknown>

/** "Expansions have a maximum depth of four levels", `data` of a list counted: https://docs.stripe.com/api/expanding_objects */
const MAX_EXPANSION_DEPTH = 4

/** Finds what a field names: those that the product expands. */
const referenced: Record<string, (world: World, id: string) => object | undefined> = {
  payment_intent: ({ state }, id) => state.paymentIntents.find(id),
  latest_charge: ({ state }, id) => state.charges.find(id),
  latest_invoice: ({ state }, id) => state.invoices.find(id),
  failure_balance_transaction: (world, id) => {
    const entry = world.state.balanceEntries.find(id)
    return entry && asOfNow(world, entry.transaction)
  },
}

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
    if (!Object.hasOwn(referenced, last)) throw notExpandable(path)
  }
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
  const next = isPlain(value) ? value : found(world, { field, value, path })
  owner[field] = next
  expandWithin(world, next, rest, path)
}

type Expansion = { field: string; value: unknown; path: string }
const found = (world: World, { field, value, path }: Expansion): Plain => {
  const object = typeof value === 'string' ? referenced[field]?.(world, value) : undefined
  if (!object) throw notExpandable(path)
  return copy(object)
}

const notExpandable = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
