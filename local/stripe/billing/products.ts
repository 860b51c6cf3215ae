import * as z from 'zod'
import { invalid, missingReference } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { choice, currency, flag, integer, mergedMetadata, metadata, text } from '../http/params.ts'
import type { Price, Product } from '../wire.ts'
import type { World } from '../world.ts'

const Recurring = z.strictObject({
  interval: choice('day', 'week', 'month', 'year'),
  interval_count: integer({ min: 1, max: 12 }).optional(),
})

const ProductData = z.strictObject({
  name: text(250),
  description: text().optional(),
  images: z.array(text()).max(8).optional(),
  metadata: metadata().optional(),
})

/** A price given in place, as line items may: https://docs.stripe.com/api/checkout/sessions/create */
export const PriceData = z.strictObject({
  currency: currency(),
  unit_amount: integer({ min: 0, max: 99_999_999 }),
  product: text().optional(),
  product_data: ProductData.optional(),
  recurring: Recurring.optional(),
})
export type PriceData = z.output<typeof PriceData>

type NewProduct = {
  name: string
  id?: string | undefined
  description?: string | undefined
  images?: string[] | undefined
  metadata?: Record<string, string> | null | undefined
  active?: boolean | undefined
}

const newProduct = (world: World, given: NewProduct): Product =>
  world.state.products.put({
    id: given.id ?? world.newId('prod'),
    object: 'product',
    active: given.active ?? true,
    created: world.now(),
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergedMetadata({}, given.metadata),
    name: given.name,
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
  nickname?: string | undefined
  metadata?: Record<string, string> | null | undefined
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
    metadata: mergedMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
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
      product_data: z.strictObject({ name: text(250), metadata: metadata().optional() }).optional(),
      lookup_key: text(200).optional(),
      transfer_lookup_key: flag().optional(),
      nickname: text().optional(),
      metadata: metadata().optional(),
      active: flag().optional(),
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
          : newProduct(world, params.product_data)
      if (holder) {
        holder.lookup_key = null
        world.state.prices.put(holder)
      }
      const price = newPrice(world, {
        product: product.id,
        unitAmount: params.unit_amount,
        recurring: params.recurring,
        lookupKey,
        nickname: params.nickname,
        metadata: params.metadata,
        active: params.active ?? true,
      })
      world.emit('price.created', price)
      return price
    },
  }),
  listOperation({
    path: '/v1/prices',
    filters: {
      active: flag().optional(),
      product: text().optional(),
      lookup_keys: z.array(text()).max(10).optional(),
      type: choice('one_time', 'recurring').optional(),
    },
    candidates: ({ params, world }) =>
      world.state.prices
        .all()
        .filter((price) => price.active === (params.active ?? price.active))
        .filter((price) => price.product === (params.product ?? price.product))
        .filter((price) => price.type === (params.type ?? price.type))
        .filter((price) => params.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
  }),
]
