import { expect, test } from 'vitest'
import { Checkout } from '#schema/api/orders.ts'
import { deliveryConsent } from '#schema/consent.ts'

const body = { items: [], customer: { name: 'Ada', email: 'ada@example.com' } }
const problemOf = (consent: unknown) => {
  const { error } = Checkout.safeParse({ ...body, ...(consent !== undefined && { consent }) })
  return error?.issues.map(({ path, message }) => [path.join('.'), message])
}

test('the version that is shown today is an agreement', () => {
  expect(problemOf(deliveryConsent.version)).toBeUndefined()
})

test.each([undefined, null, true, '', 'yes', '2020-01', 'x'.repeat(100)])(
  '%j is none, and the box says so',
  (consent) => {
    expect(problemOf(consent)).toContainEqual(['consent', deliveryConsent.missing])
  },
)
