import { expect, test } from 'vitest'
import { comparePart } from '#functions/books/compare-part.ts'
import type { BooksPart } from '#schema/events/books.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { at } from '#test/support/time.ts'

const day = { since: '2030-01-14T03:30:00.000Z', until: '2030-01-15T03:30:00.000Z' }

/** Every question to Stripe fails, as it does without a key. */
const setup = (isSetUp: boolean) => {
  const alarms: string[] = []
  const asked: string[] = []
  const noKey = (what: string) => async (): Promise<never> => {
    asked.push(what)
    throw new Error('no key')
  }
  const look = comparePart({
    isSetUp: async () => isSetUp,
    reconcileOrder: noKey('order'),
    compareEnded: noKey('ended'),
    compareSessions: noKey('sessions'),
    compareReturns: noKey('returns'),
    compareTransfers: noKey('transfers'),
    checkPlatform: noKey('platform'),
    checkPendingRefunds: async () => {
      asked.push('refunds')
      return { waiting: 0, failed: 0 }
    },
    checkBooks: {
      ofSellers: async () => {
        asked.push('sellers')
        return { checked: 1, wrong: 0, indebted: 0, rest: [] }
      },
      goOn: noKey('books'),
    },
    made: () => ({ since: at(day.since), among: noKey('made') }),
    send: noKey('queue'),
    now: () => at('2030-01-15T03:31:00.000Z'),
    log: { info: () => {}, warn: () => {}, error: (message) => void alarms.push(message) },
  })
  return { look, alarms, asked }
}

const ofStripe: BooksPart[] = [
  { kind: 'ended', ...day },
  { kind: 'sessions', ...day },
  { kind: 'returns', ...day },
  { kind: 'transfers', ...day },
  { kind: 'platform' },
]

test.each(ofStripe)('a stage without Stripe compares no $kind with it and raises no alarm', async (part) => {
  const { look, alarms, asked } = setup(false)
  await look(part)
  expect(asked).toEqual([])
  expect(alarms).toEqual([])
})

test.each(ofStripe)('a stage that has Stripe hears of $kind that cannot be compared', async (part) => {
  const { look, alarms } = setup(true)
  await expect(look(part)).rejects.toThrow('no key')
  expect(alarms).toEqual(['a nightly comparison failed'])
})

test('its own books are checked all the same', async () => {
  const { look, asked } = setup(false)
  await look({ kind: 'sellers', sellerIds: [userIdOf(1)] })
  await look({ kind: 'refunds' })
  expect(asked).toEqual(['sellers', 'refunds'])
})
