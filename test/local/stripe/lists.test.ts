import { expect, test } from 'vitest'
import { refusal, type StandIn, standIn } from './stand-in.ts'

const withCustomers = async (count: number) => {
  const local = await standIn()
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    ids.unshift((await local.stripe.customers.create({ email: `${number}@example.com` })).id)
  }
  return { local, ids }
}

const page = async ({ stripe }: StandIn, params: object) => {
  const { data, has_more, object, url } = await stripe.customers.list(params)
  return { ids: data.map(({ id }) => id), has_more, object, url }
}

test('a list is newest first, ten at a time unless asked otherwise', async () => {
  const { local, ids } = await withCustomers(11)

  expect(await page(local, {})).toEqual({ ids: ids.slice(0, 10), has_more: true, object: 'list', url: '/v1/customers' })
  expect(await page(local, { limit: 3 })).toMatchObject({ ids: ids.slice(0, 3), has_more: true })
  expect(await page(local, { limit: 11 })).toMatchObject({ ids, has_more: false })
})

test('a list goes on after an object', async () => {
  const { local, ids } = await withCustomers(5)

  expect(await page(local, { limit: 2, starting_after: ids[1] })).toMatchObject({
    ids: [ids[2], ids[3]],
    has_more: true,
  })
  expect(await page(local, { limit: 2, starting_after: ids[3] })).toMatchObject({ ids: [ids[4]], has_more: false })
})

test('the SDK walks through every page by itself', async () => {
  const { local, ids } = await withCustomers(7)

  const walked: string[] = []
  for await (const { id } of local.stripe.customers.list({ limit: 3 })) walked.push(id)

  expect(walked).toEqual(ids)
})

test('a list can be limited to a time', async () => {
  const local = await standIn()
  await local.stripe.customers.create({})
  await local.advance(10_000)
  const { id } = await local.stripe.customers.create({})
  const now = local.seconds()

  expect((await page(local, { created: { gte: now } })).ids).toEqual([id])
  expect((await page(local, { created: now })).ids).toEqual([id])
  expect((await page(local, { created: { gt: now } })).ids).toEqual([])
  expect((await page(local, { created: { gte: now - 10, lt: now } })).ids).toHaveLength(1)
})

test.each([
  ['limit', { limit: 0 }, 'parameter_invalid_integer'],
  ['limit', { limit: 101 }, 'parameter_invalid_integer'],
  ['starting_after', { starting_after: 'cus_nope' }, 'resource_missing'],
  ['ending_before', { ending_before: 'cus_nope' }, 'parameter_unknown'],
  ['colour', { colour: 'red' }, 'parameter_unknown'],
])('a wrong %s is refused', async (param, params, code) => {
  const local = await standIn()

  expect(await refusal(local.stripe.customers.list(params as object))).toMatchObject({ statusCode: 400, param, code })
})
