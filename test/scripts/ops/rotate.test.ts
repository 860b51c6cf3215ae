import { expect, test } from 'vitest'
import * as z from 'zod'
import { signer } from '#functions/shared/signing/signer.ts'
import { nextMediaKeys, rotateOrigin, rotateSigning } from '../../../scripts/ops/rotate.ts'

const old = 'o'.repeat(43)
const fresh = () => 'n'.repeat(43)
const say = () => {}

/** A secret, every state it was in, and a wait in which `meanwhile` happens. */
const setup = (start: object, meanwhile: () => Promise<void> = async () => {}) => {
  const states = [JSON.stringify(start)]
  const waits: number[] = []
  return {
    states,
    waits,
    parts: {
      secret: {
        read: async () => states.at(-1) ?? '',
        write: async (text: string) => `version-${states.push(text)}`,
      },
      fresh,
      wait: async (ms: number) => {
        waits.push(ms)
        await meanwhile()
      },
      say,
    },
  }
}
const Keys = z.object({ current: z.string(), previous: z.string().nullable() })

test('whatever one function signs during a rotation, every other one reads, however old its copy of the secret', async () => {
  const { states, parts, waits } = setup({ current: old, previous: null })
  await rotateSigning(parts)
  const functions = states.map((text) => signer(async () => Keys.parse(JSON.parse(text))))

  expect(states).toHaveLength(3)
  expect(waits).toEqual([360_000])
  // A copy lags behind by one state at most: between two writes lies more than the time that it is kept.
  for (const [at, signing] of functions.entries()) {
    const text = await signing.sign('cursor', 'fact')
    for (const reading of functions.slice(Math.max(0, at - 1), at + 2)) {
      expect(await reading.read('cursor', text, z.string())).toBe('fact')
    }
  }
  expect(JSON.parse(states.at(-1) ?? '')).toEqual({ current: fresh(), previous: old })
})

test('cut off in the middle and started again, a rotation still ends with the old key read', async () => {
  const { states, parts } = setup({ current: old, previous: 'p'.repeat(43) })
  await expect(rotateSigning({ ...parts, wait: () => Promise.reject(new Error('cut off')) })).rejects.toThrow()
  await rotateSigning(parts)
  expect(JSON.parse(states.at(-1) ?? '')).toEqual({ current: fresh(), previous: old })
})

test('functions accept both words of CloudFront from the write until the next rotation', async () => {
  const { states, parts } = setup({ originVerify: old })
  expect(await rotateOrigin(parts)).toBe('version-2')
  expect(JSON.parse(states.at(-1) ?? '')).toEqual({ originVerify: fresh(), previous: old })
})

test('three deployments exchange the key of picture addresses: trusted, signing, alone', () => {
  const steps = ['1']
  for (let step = 0; step < 6; step++) steps.push(nextMediaKeys(steps.at(-1) ?? '').mediaKeys)
  expect(steps).toEqual(['1', '1,2', '2,1', '2', '2,3', '3,2', '3'])
})
