import { expect, test } from 'vitest'
import { gallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { signer } from '#functions/shared/signing/signer.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { sessionOf, testSigner } from '#test/support/http/session.ts'
import { countedRandom } from '#test/support/market/market-parts.ts'

const setup = () => {
  let time = new Date('2030-01-01T10:00:00.000Z')
  const sessions = gallerySessions({ signer: testSigner(), random: countedRandom(), now: () => time })
  const of = (token?: string) => sessions.visitorOf({ caller: undefined, headers: { 'x-gallery-session': token } })
  return { sessions, of, setTime: (at: string) => (time = new Date(at)) }
}

test('a session is “anon”, a time and a random text, with our time and signature behind it', async () => {
  const { sessions, of, setTime } = setup()
  const token = await sessions.make()
  expect(token).toMatch(/^anon_1893492000000_[0-9a-z]{26}\.1893492000\.[\w-]{43}$/)
  expect(await of(token)).toEqual({ subject: `SESSION#${token.split('.')[0]}`, ageSeconds: 0, isLate: false })
  setTime('2040-01-01T10:00:00.000Z')
  expect((await of(token)).ageSeconds).toBeGreaterThan(300_000_000)
  expect(await sessions.make()).not.toBe(token)
})

test('an id of before goes on in a session that is young, whatever the id says', async () => {
  const { sessions, of } = setup()
  const token = await sessions.make({ earlier: 'anon_1000000000000_abcdefgh' })
  expect(await of(token)).toEqual({ subject: 'SESSION#anon_1000000000000_abcdefgh', ageSeconds: 0, isLate: false })
  expect(await of(await sessions.make({ earlier: token }))).toEqual(await of(token))
})

test.each(['', 'x', 'anon_1_x', 'USER#1', `anon_1893492000000_${'x'.repeat(60)}`, '../..'])(
  'what is no id (%j) is not taken over',
  async (earlier) => {
    const { sessions } = setup()
    expect(await sessions.make({ earlier })).toMatch(/^anon_1893492000000_[0-9a-z]{26}\./)
  },
)

test('a late session looks like any other, is taken for a day, and its id goes on in the next', async () => {
  const { sessions, of, setTime } = setup()
  const token = await sessions.make({ isLate: true })
  expect(token).toMatch(/^anon_1893492000000_[0-9a-z]{26}\.1893492000\.[\w-]{43}$/)
  const subject = `SESSION#${token.split('.')[0]}`
  setTime('2030-01-02T09:59:59.000Z')
  expect(await of(token)).toEqual({ subject, ageSeconds: 86_399, isLate: true })
  setTime('2030-01-02T10:00:00.000Z')
  await expect(of(token)).rejects.toMatchObject({ code: 'session_needed' })
  expect(await of(await sessions.make({ earlier: token }))).toEqual({ subject, ageSeconds: 0, isLate: false })
})

test.each([
  ['none', undefined],
  ['an id alone', 'anon_1893492000000_abcdefgh'],
  ['another id', sessionOf('anna').replace('anna', 'emma')],
  ['an earlier time', sessionOf('anna').replace(/\.\d+\./, '.1000000000.')],
  ['another signature', `${sessionOf('anna')}x`],
  ['more behind it', `${sessionOf('anna')}.x`],
  ['a text of megabytes', 'anon_'.repeat(1_000_000)],
])('%s is no session of ours', async (_, token) => {
  const { sessions, of } = setup()
  await expect(of(token)).rejects.toMatchObject({ code: 'session_needed' })
  expect(await sessions.idOf(token)).toBeUndefined()
  expect(await sessions.subjectOf({ caller: undefined, headers: { 'x-gallery-session': token } }, 'A')).toBe(
    'ADDRESS#A',
  )
})

test('what we signed for another purpose, or with another key, is none', async () => {
  const { of } = setup()
  const [id, at] = sessionOf('anna').split('.')
  const fact = { id, at: Number(at) }
  const mac = (text: string) => text.slice(text.lastIndexOf('.') + 1)
  const cursor = mac(await testSigner().sign('cursor', fact))
  const foreign = mac(
    await signer(async () => ({ current: 'z'.repeat(43), previous: null })).sign('gallery-session', fact),
  )
  const own = mac(await testSigner().sign('gallery-session', fact))
  for (const wrong of [cursor, foreign]) await expect(of(`${id}.${at}.${wrong}`)).rejects.toThrow()
  expect(await of(`${id}.${at}.${own}`)).toMatchObject({ subject: `SESSION#${id}` })
})

test('somebody signed in is that user, whatever session comes along', async () => {
  const { sessions } = setup()
  const asking = { caller: { userId: userIdOf(1) }, headers: { 'x-gallery-session': 'x' } }
  expect(await sessions.visitorOf(asking)).toEqual({
    subject: `USER#${userIdOf(1)}`,
    ageSeconds: Number.POSITIVE_INFINITY,
    isLate: false,
  })
  expect(await sessions.subjectOf(asking, 'A')).toBe(`USER#${userIdOf(1)}`)
})
