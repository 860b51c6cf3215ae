import { seededNumbers } from '#test/support/random.ts'

/** Dice whose throws depend on the seed alone. */
export const diceOf = (seed: number) => {
  const next = seededNumbers(seed)
  const below = (count: number): number => Math.floor(next() * count)
  return {
    /** 0 to `count` - 1; 0 of nothing. */
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
    anyOf: <T>(list: readonly T[]): T | undefined => list[below(list.length || 1)],
  }
}
export type Dice = ReturnType<typeof diceOf>
