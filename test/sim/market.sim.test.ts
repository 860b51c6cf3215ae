import { describe, expect, test } from 'vitest'
import { total } from '#test/support/model/pence.ts'
import type { Happened } from '#test/support/sim/happened.ts'
import { runMarket } from '#test/support/sim/market-run.ts'

const only = process.env.SIM_SEED
const count = Number(process.env.SIM_SEEDS ?? 200)
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

/** A seed of weeks takes a fifth of a second, and several times that on a machine that does other things too. */
const timeout = Math.max(300_000, seeds.length * 1_000)

/** Runs every seed, and says how much happened: a simulator in which nothing happens would pass as well. */
const runAll = async (options: Parameters<typeof runMarket>[1]) => {
  const runs: Happened[] = []
  for (const seed of seeds) runs.push(await runMarket(seed, options))
  return (name: keyof Happened): number => total(runs.map((run) => run[name])) / runs.length
}

const offers = ['asked', 'switched', 'coded', 'webs'] as const

describe('the books are right after every step', { timeout }, () => {
  test(`of a chaotic afternoon of buyers, for ${seeds.length} seeds`, async () => {
    const meanOf = await runAll({ withPayouts: false })
    if (only !== undefined) return
    expect(meanOf('steps')).toBeGreaterThan(80)
    expect(meanOf('paid')).toBeGreaterThan(0.8)
    for (const name of offers) expect(meanOf(name), name).toBeGreaterThan(0.1)
    expect(meanOf('large')).toBeGreaterThan(0)
  })

  test('and the same seed makes the same run', async () => {
    const [seed = 1] = seeds
    expect(await runMarket(seed, { withPayouts: false })).toEqual(await runMarket(seed, { withPayouts: false }))
  })

  test(`of chaotic weeks with payouts, refunds and disputes, for ${seeds.length} seeds`, async () => {
    const meanOf = await runAll({ withPayouts: true })
    if (only !== undefined) return
    expect(meanOf('steps')).toBeGreaterThan(200)
    expect(meanOf('paidOutPence')).toBeGreaterThan(1_000)
    for (const name of offers) expect(meanOf(name), name).toBeGreaterThan(0.1)
    for (const name of ['upgrades', 'large'] as const) expect(meanOf(name), name).toBeGreaterThan(0)
  })
})
