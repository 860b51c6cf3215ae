import { expect, test } from 'vitest'
import { clientOf } from '#functions/shared/http/client-address.ts'

test.each([
  ['198.51.100.7:4711', '198.51.100.7'],
  ['::ffff:198.51.100.7:4711', '198.51.100.7'],
  ['2001:db8::1:4711', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001:4711', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff:4711', '2001:db8:0:0::/64'],
  ['2001:DB8:0:1::1:4711', '2001:db8:0:1::/64'],
  ['[2001:db8:0:2::1]:4711', '2001:db8:0:2::/64'],
  ['::1:4711', '0:0:0:0::/64'],
])('a viewer at %s counts as %s', (viewer, client) => {
  expect(clientOf(viewer)).toBe(client)
})
