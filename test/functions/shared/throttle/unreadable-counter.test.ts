import { expect, test } from 'vitest'
import { unreadableCounter } from '#functions/shared/throttle/unreadable-counter.ts'
import { AppError } from '#schema/errors.ts'
import { movableClock } from '#test/support/time.ts'

const setup = (limit: number) => {
  const clock = movableClock()
  const written: string[] = []
  const count = unreadableCounter(
    {
      count: async (name, address) => {
        written.push(`${name} ${address}`)
        if (written.length > limit) throw new AppError('too_many_requests', { retryAfterSeconds: 30 })
        return written.length
      },
    },
    clock.now,
  )
  return { count, clock, written }
}

test('what cannot be read is counted, and past the limit answered with the time to wait', async () => {
  const { count, written } = setup(1)
  await count('198.51.100.7')
  await expect(count('198.51.100.7')).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfterSeconds: 30 },
  })
  expect(written).toEqual(['unreadablePerAddress 198.51.100.7', 'unreadablePerAddress 198.51.100.7'])
})

test('a full window is remembered: a flood writes nothing more, and the next window counts again', async () => {
  const { count, clock, written } = setup(0)
  await expect(count('a')).rejects.toMatchObject({ details: { retryAfterSeconds: 30 } })
  clock.forward({ seconds: 10 })
  for (let time = 0; time < 100; time++)
    await expect(count('a')).rejects.toMatchObject({ details: { retryAfterSeconds: 20 } })
  expect(written).toHaveLength(1)
  await expect(count('b')).rejects.toMatchObject({ code: 'too_many_requests' })
  clock.forward({ seconds: 20 })
  await expect(count('a')).rejects.toMatchObject({ details: { retryAfterSeconds: 30 } })
  expect(written).toHaveLength(3)
})

test('where counting fails, the request is refused for what it is', async () => {
  const count = unreadableCounter(
    {
      count: async () => {
        throw new Error('The table does not answer.')
      },
    },
    movableClock().now,
  )
  await expect(count('a')).resolves.toBeUndefined()
})
