import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '#schema/limits.ts'
import { breakEvenPounds, feesOf, monthOf, prices } from '../../../scripts/cost/month.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/cost.md'), 'utf8')
const lineOf = (what: string, market: Parameters<typeof monthOf>[0]) =>
  monthOf(market).find((line) => line.what === what)?.dollars ?? Number.NaN

test('the list of prices says what docs/cost.md says, and each has its source', () => {
  const cells = (start: string) =>
    (page.split('\n').find((line) => line.startsWith(start)) ?? '').split('|').map((cell) => Number(cell.trim()))
  const lastOf = (start: string) => cells(start).at(-2)
  expect(prices.fixed.dollars).toBe(lastOf('| there all the time'))
  expect(prices.visitsPerMillion.dollars).toBe(
    ['| API: gateway', '| CloudFront: requests', '| firewall'].reduce((sum, start) => sum + (lastOf(start) ?? 0), 0),
  )
  expect(prices.otherPerMillionVisits.dollars).toBe(lastOf('| logs, traces'))
  for (const { source } of Object.values(prices)) expect(source.length).toBeGreaterThan(7)
})

test('a photographer who sells one order of £15 a month costs £2.13 at Connect and 43p at the card', () => {
  const market = { photographers: 1, orders: 1, orderPounds: 15 }
  expect(lineOf('Connect', market) / 1.3).toBeCloseTo(2.13, 2)
  expect(lineOf('cards', market) / 1.3).toBeCloseTo(0.425, 3)
  expect(feesOf(market) / 1.3).toBeCloseTo(1.5, 6)
})

test('nobody is paid who sold nothing, and nobody oftener than every week', () => {
  expect(lineOf('Connect', { photographers: 100, orders: 0, orderPounds: 15 })).toBe(0)
  const busy = lineOf('Connect', { photographers: 1, orders: 100, orderPounds: 15 }) / 1.3
  expect(busy).toBeCloseTo(2 + 0.43 + 1_500 * 0.9 * 0.0025, 2)
})

test('an order of £2.35 is where our tenth pays its card', () => {
  expect(breakEvenPounds()).toBeCloseTo(2.35, 2)
})

test('numbers cost what the page says, in the photos in which they are read and no others', () => {
  const market = { photographers: 1, orders: 0, orderPounds: 15 }
  expect(lineOf('numbers read in photos', market)).toBe(0)
  const [, each] = /\*\*\$(0\.\d+) a photo\*\*/.exec(page) ?? []
  expect(prices.numbersRead.dollars).toBeCloseTo(Number(each), 5)
  const inAll = (photos: number) => lineOf('numbers read in photos', { ...market, numbers: photos })
  const { photosAMonth } = limits.numbers
  const written = (photos: number) =>
    Number(new RegExp(`\\| ${photos.toLocaleString('en')} \\| ([\\d.]+) \\|`).exec(page)?.[1])
  expect(inAll(photosAMonth)).toBeCloseTo(written(photosAMonth), 0)
  expect(inAll(60_000)).toBeCloseTo(written(60_000), 0)
})

test('a price that the operator read on their own bill counts instead of the one that stands here', () => {
  const market = { photographers: 1_000, orders: 13_000, orderPounds: 15, searchUnits: 2 }
  const lineOf = (what: string, own = {}) => monthOf(market, own).find((line) => line.what === what)?.dollars
  expect(lineOf('search engine')).toBeCloseTo(350.4, 6)
  expect(lineOf('search engine', { searchUnitHour: 0.28 })).toBeCloseTo(408.8, 6)
  expect(lineOf('Origin Shield', { originShield: 0 })).toBe(0)
  expect(lineOf('Connect', { connectAccount: 0 })).toBeCloseTo((lineOf('Connect') ?? 0) - 2_600, 6)
})
