import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemLog } from '#functions/shared/log/logger.ts'
import { urgent } from '#schema/alarms.ts'

/** What was written, line by line: Powertools writes to a console of its own in Lambda, and to the usual one elsewhere. */
const written: unknown[] = []
beforeEach(() => {
  written.length = 0
  vi.stubEnv('POWERTOOLS_DEV', 'true')
  const keep = (line: string) => void written.push(JSON.parse(line))
  vi.spyOn(console, 'error').mockImplementation(keep)
  vi.spyOn(console, 'info').mockImplementation(keep)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('each urgent line carries the mark that its alarm looks for', () => {
  for (const message of Object.values(urgent)) systemLog('payments').error(message, { orderNumber: 'D-1' })
  expect(written).toEqual(
    Object.values(urgent).map((message) =>
      expect.objectContaining({ message, level: 'ERROR', orderNumber: 'D-1', isUrgent: true }),
    ),
  )
})

test('no other line carries it, whatever its fields say', () => {
  systemLog('payments').error('something failed')
  systemLog('payments').info(urgent.booksDiffer)
  expect(written).toHaveLength(2)
  for (const line of written) expect(line).not.toHaveProperty('isUrgent')
})
