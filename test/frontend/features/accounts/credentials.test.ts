import { expect, test } from 'vitest'
import { ConfirmReset, CurrentPassword, Password, SignIn } from '#frontend/features/accounts/credentials.ts'

const spaces = 'Password must not begin or end with a space'
const tooLong = 'Password must be at most 256 characters long'
const reasonOf = (password: string) => Password.safeParse(password).error?.issues[0]?.message

test.each([
  ['', 'Password must be at least 6 characters long'],
  [' secret', spaces],
  ['secret ', spaces],
  ['x'.repeat(257), tooLong],
])('the password %j is refused before it is sent, in a sentence', (password, sentence) => {
  expect(reasonOf(password)).toBe(sentence)
  expect(ConfirmReset.safeParse({ email: 'ada@example.com', code: '1', password }).success).toBe(false)
})

test.each(['secret', 'two words', 'x'.repeat(256), 'pässwörd 💥'])('%j is a password', (password) => {
  expect(reasonOf(password)).toBeUndefined()
})

test('the current password may be shorter than a new one, but can be none that never was one', () => {
  expect(CurrentPassword.safeParse('old').success).toBe(true)
  expect(CurrentPassword.safeParse('old ').error?.issues[0]?.message).toBe(spaces)
})

test('an address that is too long is refused in a sentence', () => {
  const email = `${'x'.repeat(250)}@example.com`
  expect(SignIn.safeParse({ email, password: 'x' }).error?.issues[0]?.message).toBe(
    'Please use at most 254 characters.',
  )
})
