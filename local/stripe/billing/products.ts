import * as z from 'zod'
import { invalid, missingReference } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { choice, currency, flag, integer, text } from '../http/params.ts'
import type { Price, Product } from '../wire.ts'
import type { World } from '../world.ts'

const Recurring = z.strictObject({
  interval: choice('day', 'week', 'month', 'year'),
  interval_count: integer({ min: 1, max: 12 }).optional(),
})

const ProductData = z.strictObject({ name: text(250) })

/** A price given in place, as line items may: https://docs.stripe.com/api/checkout/sessions/create */
export const PriceData = z.strictObject({
  currency: currency(),
  unit_amount: integer({ min: 0, max: 99_999_999 }),
  product: text().optional(),
  product_data: ProductData.optional(),
  recurring: Recurring.optional(),
})
export type PriceData = z.output<typeof PriceData>

const newProduct = (world: World, { name, active }: { name: string; active: boolean }): Product =>
  world.state.products.put({
    id: world.newId('prod'),
    object: 'product',
    active,
    created: world.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now(),
    url: null,
  })

type NewPrice = {
  product: string
  unitAmount: number
  recurring?: z.output<typeof Recurring> | undefined
  lookupKey?: string | undefined
  active: boolean
}

const newPrice = (world: World, given: NewPrice): Price =>
  world.state.prices.put({
    id: world.newId('price'),
    object: 'price',
    active: given.active,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: 'gbp',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookupKey ?? null,
    metadata: {},
    nickname: null,
    product: given.product,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: given.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unitAmount,
    unit_amount_decimal: String(given.unitAmount),
  })

/** The price of a line that gives it in place; it and its product are kept, and offered for nothing else. */
export const inlinePrice = (world: World, data: PriceData, param: string): Price => {
  if (data.product === undefined && data.product_data === undefined) {
    throw invalid(`Missing required param: ${param}[product].`, {
      code: 'parameter_missing',
      param: `${param}[product]`,
    })
  }
  const product =
    data.product_data === undefined
      ? existingProduct(world, data.product ?? '', `${param}[product]`)
      : newProduct(world, { ...data.product_data, active: false })
  return newPrice(world, {
    product: product.id,
    unitAmount: data.unit_amount,
    recurring: data.recurring,
    active: false,
  })
}

const existingProduct = (world: World, id: string, param: string) => {
  const product = world.state.products.find(id)
  if (!product) throw missingReference('product', id, param)
  return product
}

export const productOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/prices',
    params: z.strictObject({
      ...PriceData.shape,
      lookup_key: text(200).optional(),
      transfer_lookup_key: flag().optional(),
    }),
    run({ params, world }) {
      const { lookup_key: lookupKey } = params
      const [holder] = lookupKey === undefined ? [] : world.state.prices.where('lookup_key', lookupKey)
      if (holder && params.transfer_lookup_key !== true) {
        throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
      }
      const product =
        params.product_data === undefined
          ? existingProduct(world, params.product ?? '', 'product')
          : newProduct(world, { ...params.product_data, active: true })
      if (holder) {
        holder.lookup_key = null
        world.state.prices.put(holder)
      }
      const price = newPrice(world, {
        product: product.id,
        unitAmount: params.unit_amount,
        recurring: params.recurring,
        lookupKey,
        active: true,
      })
      world.emit('price.created', price)
      return price
    },
  }),
  listOperation({
    path: '/v1/prices',
    filters: {
      active: flag().optional(),
      lookup_keys: z.array(text()).max(10).optional(),
    },
    candidates: ({ params, world }) =>
      world.state.prices
        .all()
        .filter((price) => price.active === (params.active ?? price.active))
        .filter((price) => params.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
  }),
]
