import type { Item } from '#functions/shared/table/writes.ts'

type Order = (a: Item, b: Item) => number

/** The first place in an ordered list from which on `isBeyond` holds; the list's length where it never does. */
export const firstPlace = (list: readonly Item[], isBeyond: (item: Item) => boolean): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = list[middle]
    if (item && isBeyond(item)) high = middle
    else low = middle + 1
  }
  return low
}

/** Items by partition, each partition in order: what a query walks through, without looking at any other item. */
export const orderedItems = ({ partition, sort }: { partition: string; sort: string }, order: Order) => {
  const lists = new Map<unknown, Item[]>()
  const belongs = (item: Item) => item[partition] !== undefined && item[sort] !== undefined
  return {
    of: (value: string): readonly Item[] => lists.get(value) ?? [],
    add: (item: Item) => {
      if (!belongs(item)) return
      const list = lists.get(item[partition]) ?? []
      lists.set(item[partition], list)
      list.splice(
        firstPlace(list, (each) => order(each, item) > 0),
        0,
        item,
      )
    },
    remove: (item: Item) => {
      const list = belongs(item) ? lists.get(item[partition]) : undefined
      if (!list) return
      const place = firstPlace(list, (each) => order(each, item) >= 0)
      if (list[place] === item) list.splice(place, 1)
    },
  }
}
