import type { Random } from '#functions/shared/ids/ids.ts'

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
export const seededNumbers = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Bytes for ids, the same for the same seed. */
export const seededRandom = (seed: number): Random => {
  const next = seededNumbers(seed)
  return (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256))
}
