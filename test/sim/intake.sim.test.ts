import { describe, expect, test } from 'vitest'
import { runIntake } from '#test/support/sim/intake-run.ts'

const only = process.env.SIM_SEED
const count = Number(process.env.SIM_SEEDS ?? 200)
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

describe('a chaotic afternoon', () => {
  test(`leaves the books right after every step, for ${seeds.length} seeds`, async () => {
    let steps = 0
    let paid = 0
    for (const seed of seeds) {
      const run = await runIntake(seed)
      steps += run.steps
      paid += run.paid
    }
    // A simulator in which nothing happens would pass as well.
    if (only === undefined) {
      expect(steps / seeds.length).toBeGreaterThan(80)
      expect(paid / seeds.length).toBeGreaterThan(0.8)
    }
  })
})
