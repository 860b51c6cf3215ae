import { expect, test } from 'vitest'
import { type ErrorCode, errors } from '#schema/errors.ts'

const promised: readonly (readonly [ErrorCode, number])[] = [
  ['invalid_cursor', 400],
  ['trial_expired', 402],
  ['order_not_found', 404],
  ['changed_meanwhile', 409],
  ['price_changed', 409],
  ['proof_session_closed', 409],
  ['payload_too_large', 413],
  ['too_many_requests', 429],
  ['unavailable', 503],
]

test.each(promised)('%s is %i', (code, status) => {
  expect(errors[code][0]).toBe(status)
})
