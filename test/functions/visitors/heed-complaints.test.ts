import { expect, test } from 'vitest'
import { heedComplaint } from '#functions/visitors/heed-complaints.ts'
import { ComplaintNotice } from '#schema/events/complaint.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const photographer = userIdOf(1)

const setup = async () => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.profiles.create(aProfile({ userId: userIdOf(2), email: 'bea@example.com' }))
  const heed = heedComplaint(parts)
  return {
    ...parts,
    heed,
    complain: (
      email: string,
      tags: Record<string, string[]> = { photographer: [photographer], template: ['gallery-invitation'] },
    ) => heed(ComplaintNotice.parse({ eventType: 'Complaint', mail: { destination: [email], tags } })),
    mails: () => parts.table.all().filter(({ template }) => template === 'mails-stopped'),
  }
}

test('whoever complains is not written to again for this photographer, and is for others', async () => {
  const { complain, mayWrite, senders, mails } = await setup()
  await complain('ada@example.com')
  expect(await mayWrite(photographer, 'ada@example.com')).toBe(false)
  expect(await mayWrite(photographer, 'ben@example.com')).toBe(true)
  expect(await mayWrite(userIdOf(2), 'ada@example.com')).toBe(true)
  expect(await senders.find(photographer)).toEqual({ complaints: 1, stoppedAt: null })
  expect(mails()).toEqual([])
})

test('so is whoever has an address that no visitor could leave today', async () => {
  const { complain, mayWrite, senders } = await setup()
  await complain('a..b@docomo.example')
  expect(await mayWrite(photographer, 'a..b@docomo.example')).toBe(false)
  expect(await senders.find(photographer)).toMatchObject({ complaints: 1 })
})

test('one person counts once, however often they complain or SES tells it', async () => {
  const { complain, senders } = await setup()
  await Promise.all([complain('ada@example.com'), complain('ada@example.com'), complain('Ada@Example.com')])
  expect(await senders.find(photographer)).toEqual({ complaints: 1, stoppedAt: null })
})

test('with the second nobody is written to for them, and they are told why, once', async () => {
  const { complain, mayWrite, senders, mails, now } = await setup()
  await Promise.all(['ada', 'ben', 'cas', 'dee'].map((name) => complain(`${name}@example.com`)))
  await complain('ben@example.com')
  expect(await senders.find(photographer)).toEqual({ complaints: 4, stoppedAt: now().toISOString() })
  expect(await mayWrite(photographer, 'somebody@example.com')).toBe(false)
  expect(await mayWrite(userIdOf(2), 'somebody@example.com')).toBe(true)
  expect(mails()).toMatchObject([{ to: aProfile().email, data: { name: aProfile().displayName } }])
})

test('an operator lets them go out again: complaints count from none, and who complained stays unsubscribed', async () => {
  const { complain, mayWrite, senders } = await setup()
  await complain('ada@example.com')
  await complain('ben@example.com')
  await senders.allow(photographer)
  expect(await mayWrite(photographer, 'somebody@example.com')).toBe(true)
  expect(await mayWrite(photographer, 'ada@example.com')).toBe(false)
  await complain('ada@example.com')
  expect(await senders.find(photographer)).toEqual({ complaints: 0, stoppedAt: null })
})

test('what strangers or SES itself cause ends mails to that address, and counts against nobody', async () => {
  const { complain, heed, mayWrite, senders } = await setup()
  const invited = { photographer: [photographer], template: ['gallery-invitation'] }
  await complain('ada@example.com', { photographer: [photographer], template: ['address-confirmation'] })
  await heed(
    ComplaintNotice.parse({
      eventType: 'Complaint',
      complaint: { complaintSubType: 'OnAccountSuppressionList' },
      mail: { destination: ['ben@example.com'], tags: invited },
    }),
  )
  expect(await mayWrite(photographer, 'ada@example.com')).toBe(false)
  expect(await mayWrite(photographer, 'ben@example.com')).toBe(false)
  expect(await senders.find(photographer)).toEqual({ complaints: 0, stoppedAt: null })
})

test('a mail in several names ends those of each, and counts against none of them', async () => {
  const { complain, mayWrite, senders } = await setup()
  const both = { photographer: [`${photographer}_${userIdOf(2)}_${userIdOf(9)}`], template: ['cart-left'] }
  for (const name of ['ada', 'ben', 'cas']) await complain(`${name}@example.com`, both)
  for (const id of [photographer, userIdOf(2)]) {
    expect(await mayWrite(id, 'ada@example.com')).toBe(false)
    expect(await senders.find(id)).toEqual({ complaints: 0, stoppedAt: null })
  }
})

test.each([
  ['in nobody’s name', {}],
  ['of no photographer that there is', { photographer: [userIdOf(9)] }],
  ['with a tag that is no id', { photographer: ['USER#1'] }],
])('a complaint about a mail %s changes nothing', async (_, tags) => {
  const { complain, table } = await setup()
  const before = table.all()
  await complain('ada@example.com', tags)
  expect(table.all()).toEqual(before)
})

test('all of it says whose it is, so that it goes with the account', async () => {
  const { complain, table } = await setup()
  await complain('ada@example.com')
  const rows = table.all().filter(({ PK }) => String(PK).startsWith('SENDER#') || String(PK).startsWith('CONTACT#'))
  expect(rows.map(({ ownerKey }) => ownerKey)).toEqual(Array.from({ length: 3 }, () => `TRACES#${photographer}`))
})
