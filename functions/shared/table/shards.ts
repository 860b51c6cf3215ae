import { createHash } from 'node:crypto'

/** A partition of an index takes 1,000 write units a second; eight take a million sales in two and a half minutes. */
export const workShards = [0, 1, 2, 3, 4, 5, 6, 7] as const
export type WorkShard = (typeof workShards)[number]

/** The shard of an entity: always the same for the same id. */
export const shardOf = (id: string): WorkShard =>
  workShards[(createHash('sha256').update(id).digest()[0] ?? 0) % workShards.length] ?? 0

/** A list in random order. */
export const shuffled = <T>(list: readonly T[], random: () => number = Math.random): T[] =>
  list
    .map((entry) => ({ entry, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry)

/** The shards of a work list in random order: what one run does not come to is not the same shards each time. */
export const shuffledShards = (random?: () => number): WorkShard[] => shuffled(workShards, random)
