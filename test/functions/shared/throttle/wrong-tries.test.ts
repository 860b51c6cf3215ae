import { describe, expect, test } from 'vitest'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { guess } from '#functions/shared/throttle/wrong-tries.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const limits = {
  own: 'unlockWrongPerSession',
  inCrowd: 'unlockWrongPerSessionInCrowd',
  address: 'unlockWrongPerAddress',
  late: 'unlockWrongOfLateSessions',
} as const
const address = '198.51.100.7'

describe.each([
  ['a session', false],
  ['a late session', true],
])('%s', (_, isLate) => {
  const setup = () => {
    const table = fakeTable()
    const throttled = throttle(table, () => new Date('2030-01-01T10:00:10.000Z'))
    const visitor = { subject: 'SESSION#a', isLate }
    return {
      table,
      throttled,
      look: (isRight: () => Promise<boolean>) => guess(throttled, { limits, visitor, address }, isRight),
    }
  }
  const outage = () => Promise.reject(new Error('no answer'))

  test('whose guesses could not be looked at is not refused a right one', async () => {
    const { table, look } = setup()
    for (let n = 0; n < 2 * throttles.unlockWrongPerSession.limit; n++)
      await expect(look(outage)).rejects.toThrow('no answer')
    expect(table.all().every(({ count }) => count === 0)).toBe(true)
    expect(await look(async () => true)).toBe(true)
  })

  test('that is refused without a look, since its address is past its bound, waits no longer for asking again', async () => {
    const { throttled, look } = setup()
    for (let n = 0; n < throttles.unlockWrongPerAddress.limit; n++) await throttled.count(limits.address, address)
    for (let n = 0; n < throttles.unlockWrongPerSessionInCrowd.limit; n++)
      expect(await look(async () => false)).toBe(false)
    let looks = 0
    const seen = async () => {
      looks += 1
      return true
    }
    const { windowSeconds } = throttles.unlockWrongPerSessionInCrowd
    for (let n = 0; n < 2 * throttles.unlockWrongPerSession.limit; n++)
      await expect(look(seen)).rejects.toMatchObject({ details: { retryAfterSeconds: windowSeconds - 10 } })
    expect(looks).toBe(0)
  })

  test('that was wrong as often as it may be is refused a right one', async () => {
    const { look } = setup()
    const { limit } = isLate ? throttles.unlockWrongPerSessionInCrowd : throttles.unlockWrongPerSession
    for (let n = 0; n < limit; n++) expect(await look(async () => false)).toBe(false)
    await expect(look(async () => true)).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
