import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DateTime } from 'luxon'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalSystem } from '#local/local-system.ts'
import { seedLocalSystem, seedStartsBeforeMs, switchNumbersOn } from '#local/seed/seed-local-system.ts'
import { startLocalSystem } from '#local/system.ts'
import { type MarketYear, marketYear } from '#test/support/system/market-year.ts'
import { mishapsOfAYear } from '#test/support/system/mishaps.ts'
import { tableOf } from '#test/support/system/table.ts'

/** The last Wednesday noon, so that every sale has the same weekday in each run. */
const today = DateTime.utc().minus({ weeks: 1 }).startOf('week').plus({ days: 2, hours: 12 })
const mishaps = mishapsOfAYear(today.toJSDate())
/** Pictures of one colour: what they show costs nobody's time here. */
const plain = (width: number) => () =>
  sharp({ create: { width, height: 240, channels: 3, background: '#678' } })
    .jpeg()
    .toBuffer()
const small = plain(320)

let year: MarketYear
let system: LocalSystem
let subjects: string[]
let close: () => Promise<void>
beforeAll(async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-year-'))
  system = await startLocalSystem({
    stateDir,
    port: 0,
    build: 'none',
    seed: false,
    quiet: true,
    throttleScale: 10_000,
    clockOffsetMs: -seedStartsBeforeMs,
    // The comparison looks back two weeks: what happened between two paydays is still looked at twice.
    looksLater: () => year?.isPayday() === false,
  })
  year = marketYear(system, mishaps)
  close = async () => {
    year.close()
    await system.close()
    await rm(stateDir, { recursive: true, force: true })
  }
  const watched = { ...system, clock: { ...system.clock, set: year.moveTo } }
  await seedLocalSystem(watched, today.toJSDate(), {
    say: () => {},
    // Of a negative there is a Web size, which is smaller.
    prints: { negative: plain(2_400), crop: small, withRunners: small },
  })
  await year.moveTo(today.plus({ weeks: 2 }).toJSDate())
  subjects = system.outbox().map(({ subject }) => subject)
}, 600_000)
afterAll(() => close())

test('in a year of the demo market everybody is paid on each Monday what they had, and no payout fails', () => {
  expect(year.befallen.toSorted()).toEqual(mishaps.map(({ name }) => name).toSorted())
  expect(year.paydays.filter(({ duePence, sentPence }) => duePence !== sentPence)).toEqual([])
  expect(year.paydays.filter(({ leftPence }) => leftPence !== 0)).toEqual([])
  expect(new Set(year.paydays.map(({ sellerId }) => sellerId)).size).toBe(2)
  expect(year.paydays.length).toBeGreaterThan(25)
  expect(subjects.filter((subject) => subject.includes('could not be sent'))).toEqual([])
  expect(subjects.filter((subject) => subject.includes('was sent to your Stripe account')).length).toBeGreaterThan(25)
})

test('a cart that was left is told of once and bought, and a gallery’s end to the one visitor who confirmed', () => {
  const told = (words: string) => system.outbox().filter(({ subject }) => subject.includes(words))
  expect(told('cart is waiting').map(({ to }) => to)).toEqual([['callum@example.com']])
  expect(told('closes soon').map(({ to }) => to)).toEqual([['ines@example.com'], ['ines@example.com']])
})

test('each offer of it was bought: a pack, a whole gallery, a Web size and its Original, photos that a code includes', async () => {
  const shares = await year.shares()
  const offers = shares.flatMap(({ soldBy }) => soldBy?.offers.map(({ offer }) => offer) ?? [])
  expect(new Set(offers)).toEqual(new Set(['alone', 'steps', 'whole']))
  expect(shares.filter(({ soldBy }) => (soldBy?.code ?? 'site') !== 'site')).toMatchObject([{ grossPence: 4_000 }])
  const data = tableOf({ system })
  const lines = await data.itemsUnder('ITEM#')
  data.close()
  expect(lines.filter(({ size }) => size === 'web')).toMatchObject([{ pricePence: 1_200 }])
  expect(lines.filter(({ upgradeOf }) => upgradeOf)).toMatchObject([{ size: 'original', pricePence: 3_300 }])
})

test('its books are Stripe’s every night of a payday and at the end, whatever was refunded, asked back, lost or won', async () => {
  expect(year.findings).toEqual([])
  expect(await year.wrongs()).toEqual([])
  expect(year.deadLetters()).toEqual([])
})

test('the numbers of its race are switched on by their owner, within what the operator gave, and are read afterwards', async () => {
  await switchNumbersOn(system)
  const data = tableOf({ system })
  const [galleries, profiles] = await Promise.all([data.itemsUnder('GALLERY'), data.itemsUnder('PROFILE')])
  data.close()
  const races = galleries.filter(({ numbers }) => numbers === true)
  expect(races).toMatchObject([{ title: 'Valley Half Marathon', photoCount: 67 }])
  expect(profiles.flatMap(({ numbersAMonth }) => numbersAMonth ?? [])).toEqual([67])
  // Reading waits until time goes on: the start of a market does not.
  expect(system.queues().find(({ name }) => name.endsWith('numbers-tasks-queue'))).toMatchObject({
    visible: 0,
    inFlight: 0,
  })
})
