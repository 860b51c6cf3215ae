import { describe, expect, test } from 'vitest'
import { runMarket } from '#test/support/sim/market-run.ts'

const only = process.env.SIM_SEED
const count = Number(process.env.SIM_SEEDS ?? 200)
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

/** A seed of weeks takes a fifth of a second, and several times that on a machine that does other things too. */
const timeout = Math.max(300_000, seeds.length * 1_000)

/** Runs every seed, and says how much happened: a simulator in which nothing happens would pass as well. */
const runAll = async (options: Parameters<typeof runMarket>[1]) => {
  const sum = { steps: 0, paid: 0, paidOutPence: 0 }
  for (const seed of seeds) {
    const run = await runMarket(seed, options)
    sum.steps += run.steps
    sum.paid += run.paid
    sum.paidOutPence += run.paidOutPence
  }
  return sum
}

describe('the books are right after every step', { timeout }, () => {
  test(`of a chaotic afternoon of buyers, for ${seeds.length} seeds`, async () => {
    const { steps, paid } = await runAll({ withPayouts: false })
    if (only !== undefined) return
    expect(steps / seeds.length).toBeGreaterThan(80)
    expect(paid / seeds.length).toBeGreaterThan(0.8)
  })

  test('and the same seed makes the same run', async () => {
    const [seed = 1] = seeds
    expect(await runMarket(seed, { withPayouts: false })).toEqual(await runMarket(seed, { withPayouts: false }))
  })

  test(`of chaotic weeks with payouts, refunds and disputes, for ${seeds.length} seeds`, async () => {
    const { steps, paidOutPence } = await runAll({ withPayouts: true })
    if (only !== undefined) return
    expect(steps / seeds.length).toBeGreaterThan(200)
    expect(paidOutPence / seeds.length).toBeGreaterThan(1_000)
  })
})
