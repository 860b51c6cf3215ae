import { expect, test } from 'vitest'
import { decodeForm, paramName } from '#local/stripe/http/form.ts'

test.each([
  ['a=1&b=two', { a: '1', b: 'two' }],
  ['a[b][c]=1', { a: { b: { c: '1' } } }],
  ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
  ['a[]=x&a[]=y', { a: ['x', 'y'] }],
  ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
  ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
  ['name=Caf%C3%A9+%26+bar', { name: 'Café & bar' }],
  ['a=', { a: '' }],
  ['a=1&a=2', { a: '2' }],
  ['', {}],
])('%s', (text, decoded) => {
  expect(decodeForm(text)).toEqual(decoded)
})

test('a name cannot reach the prototype of anything', () => {
  decodeForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')

  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('a parameter is named as Stripe names it', () => {
  expect(paramName(['line_items', 0, 'price_data', 'currency'])).toBe('line_items[0][price_data][currency]')
})
