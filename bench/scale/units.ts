import type { Item } from '#functions/shared/table/writes.ts'
import { tableShape } from '#functions/shared/table/writes.ts'

/**
 * How DynamoDB measures: names and texts by their bytes in UTF-8, numbers by pairs of digits, a byte an entry and three a
 * map or list (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + bytesOf(each), 3)
  if (typeof value === 'object' && value !== null) {
    let sum = 3
    for (const [name, each] of Object.entries(value)) sum += 1 + Buffer.byteLength(name) + bytesOf(each)
    return sum
  }
  return 1
}
export const sizeOf = (item: Item | undefined): number => {
  let sum = 0
  for (const [name, value] of Object.entries(item ?? {})) {
    if (value !== undefined) sum += Buffer.byteLength(name) + bytesOf(value)
  }
  return sum
}

/** A unit is 4 kB read with certainty, or 8 kB without (the same page). */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4_096)) * (isConsistent ? 1 : 0.5)

/** What one partition of the table or of an index is asked for. */
export type Demand = { readonly partition: string; readonly kind: 'read' | 'write'; readonly units: number }

const kilobytes = (...items: (Item | undefined)[]) =>
  Math.max(1, ...items.map((item) => Math.ceil(sizeOf(item) / 1_024)))

/**
 * What a write costs, by the partition that pays: the larger of the item before and after by whole kB; in every index it
 * stands in the same again, and twice where it moves there, being removed and put
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html, "Write capacity units").
 * @param times 2 in a transaction, which is paid twice in the table (the page above).
 */
export const writeDemands = (before: Item | undefined, after: Item | undefined, times: 1 | 2): Demand[] => {
  const demands: Demand[] = [
    { partition: `${(after ?? before)?.PK}`, kind: 'write', units: times * kilobytes(before, after) },
  ]
  for (const [index, { partition, sort }] of Object.entries(tableShape.indexes)) {
    const stands = (item: Item | undefined) =>
      item !== undefined && item[partition] !== undefined && item[sort] !== undefined
    const isSamePlace = before?.[partition] === after?.[partition] && before?.[sort] === after?.[sort]
    const places = isSamePlace ? [after] : [before, after]
    for (const place of places) {
      if (!stands(place)) continue
      const units = isSamePlace ? kilobytes(before, after) : kilobytes(place)
      demands.push({ partition: `${index} ${place?.[partition]}`, kind: 'write', units })
    }
  }
  return demands
}
