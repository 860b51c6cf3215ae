import { expect, test } from 'vitest'
import { signUpTried } from '#functions/accounts/sign-up-tried.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { api } from '#schema/api/all.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const account = (email: string, confirmed: boolean) => ({ username: 'u', email, emailVerified: confirmed, confirmed })
const setup = () => {
  const parts = marketParts()
  const known = new Map([
    ['ada@example.com', account('ada@example.com', true)],
    ['new@example.com', account('new@example.com', false)],
    ['a.da@gmail.com', account('a.da@gmail.com', true)],
    ['ada+photos@googlemail.com', account('Ada+Photos@googlemail.com', true)],
  ])
  const tried = signUpTried({
    ...parts,
    outbox: outboxStore(parts.table),
    pool: { findByEmail: async (email) => known.get(email.toLowerCase()) },
  })
  return {
    ...parts,
    tried: (email: string, address = '198.51.100.7') =>
      tried(request(api.accounts.endpoints.signUpTried, { body: { email }, address })),
    mails: () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
  }
}

test('the owner of a known address is told, once a day however often it is tried', async () => {
  const { tried, mails, setTime } = setup()
  expect(await tried('ada@example.com')).toBeUndefined()
  expect(await tried('ada@example.com', '203.0.113.5')).toBeUndefined()
  expect(mails()).toMatchObject([{ template: 'sign-up-tried', to: 'ada@example.com' }])
  setTime('2030-01-02T10:00:00.000Z')
  await tried('ada@example.com')
  expect(mails()).toHaveLength(2)
})

test('a mailbox with an account under each of two spellings is told once a day', async () => {
  const { tried, mails } = setup()
  await tried('a.da@gmail.com')
  await tried('ada+photos@googlemail.com')
  expect(mails()).toMatchObject([{ to: 'a.da@gmail.com' }])
})

test('a new address, and one that waits for its code, are answered alike and sent nothing', async () => {
  const { tried, mails } = setup()
  expect(await tried('nobody@example.com')).toBeUndefined()
  expect(await tried('new@example.com')).toBeUndefined()
  expect(mails()).toEqual([])
})

test('so many an hour from one address, known or not', async () => {
  const { tried } = setup()
  for (let n = 0; n < throttles.signUpTriesPerAddress.limit; n++) await tried(`nobody${n}@example.com`)
  for (const email of ['ada@example.com', 'nobody@example.com'])
    await expect(tried(email)).rejects.toMatchObject({ code: 'too_many_requests' })
})
