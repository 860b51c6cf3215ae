import { expect, test } from 'vitest'
import { linkGoogle } from '#functions/accounts/link-google.ts'
import type { PasswordAccount } from '#functions/accounts/user-pool.ts'

const ada: PasswordAccount = { username: 'ada-sub', email: 'ada@example.com', emailVerified: true, confirmed: true }
const arrival = { userName: 'Google_123', attributes: { email: 'ada@example.com', email_verified: 'true' } }

const setup = (...accounts: PasswordAccount[]) => {
  const links: Record<string, string> = {}
  const link = linkGoogle({
    pool: {
      findByEmail: async (email) => accounts.find((one) => one.email === email.toLowerCase()),
      linkGoogle: async (subject, username) => {
        links[subject] = username
      },
    },
  })
  return { link, links }
}

test('a Google account is linked to the user with the same address, verified on both sides', async () => {
  const { link, links } = setup(ada)
  expect(await link(arrival)).toBe('ada-sub')
  expect(links).toEqual({ '123': 'ada-sub' })
})

test('the case of the address and of the provider does not matter', async () => {
  const { link, links } = setup(ada)
  await link({ userName: 'google_123', attributes: { ...arrival.attributes, email: 'Ada@Example.com' } })
  expect(links).toEqual({ '123': 'ada-sub' })
})

test.each([
  ['an account whose address was never verified', { ...ada, emailVerified: false }, arrival],
  ['an account that was never confirmed', { ...ada, confirmed: false }, arrival],
  ['another address', { ...ada, email: 'bea@example.com' }, arrival],
  [
    'an address that Google has not verified',
    ada,
    { ...arrival, attributes: { ...arrival.attributes, email_verified: 'false' } },
  ],
  ['an address of which Google says nothing', ada, { ...arrival, attributes: { email: ada.email } }],
  ['no address', ada, { ...arrival, attributes: { email_verified: 'true' } }],
  ['another provider', ada, { ...arrival, userName: 'Facebook_123' }],
])('nothing is linked to or from %s', async (_which, account, arriving) => {
  const { link, links } = setup(account)
  expect(await link(arriving)).toBeUndefined()
  expect(links).toEqual({})
})
