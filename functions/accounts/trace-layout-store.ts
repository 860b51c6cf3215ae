import { orderKeys } from '#functions/orders/order-writes.ts'
import { reporterTrace, traceOf } from '#functions/shared/table/traces.ts'
import type { Item, Key, Table } from '#functions/shared/table/writes.ts'
import { is, keyOf, put, update } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import { UserId } from '#schema/ids.ts'
import { formerPhotographer } from './former-photographer.ts'

export const traceLayoutKey: Key = { PK: 'INSTALLATION#LAYOUT', SK: 'TRACES' }

/** Whether all that earlier releases wrote is in the index by which erasing finds it. Until then it reads the whole table. */
export const traceLayoutStore = (table: Table, now: Clock) => ({
  isComplete: async (): Promise<boolean> => (await table.get(traceLayoutKey)) !== undefined,
  setComplete: async (): Promise<void> => {
    await table.write(put({ ...traceLayoutKey, completedAt: stamp(now()) }, 'always'))
  },
})

/** Whose trace an item is, by what it is; `undefined` for what is found otherwise, or is erased already. */
const ownerOf = (item: Item): UserId | undefined => {
  const [area] = String(item.PK).split('#')
  const sort = String(item.SK)
  const id = (value: unknown) => UserId.safeParse(value).data
  switch (area) {
    case 'PHOTO':
      return item.state === 'deleted' && item.fileName !== '' ? id(item.photographerId) : undefined
    case 'GALLERY':
      return sort.startsWith('LIKE#USER#') ? id(sort.slice('LIKE#USER#'.length)) : undefined
    case 'ORDER':
      if (!sort.startsWith(orderKeys.lines) || item.photographerName === formerPhotographer) return undefined
      return id(item.photographerId)
    case 'SLUG':
    case 'REPORT':
      return id(item.photographerId)
    case 'SUBDOMAIN':
      return item.ttl === undefined ? id(item.userId) : undefined
    case 'STRIPE':
      return item.orderId === undefined ? id(item.userId) : undefined
    default:
      return undefined
  }
}

/**
 * A walk over the table, in its order, that says of each item whether an earlier release wrote it without its place in the
 * index, and gives it that. Of an order's lines the first of each photographer has one.
 */
export const traceWalk = (table: Pick<Table, 'write'>) => {
  let order: unknown
  let found = new Set<UserId>()

  const isFurtherLine = (item: Item, owner: UserId): boolean => {
    if (!String(item.SK).startsWith(orderKeys.lines)) return false
    if (item.PK !== order) {
      order = item.PK
      found = new Set()
    }
    const isFurther = found.has(owner)
    found.add(owner)
    return isFurther
  }

  const lacking = (item: Item): Item | undefined => {
    const owner = ownerOf(item)
    if (owner === undefined || isFurtherLine(item, owner) || item.ownerKey !== undefined) return undefined
    const itsKey = keyOf(item)
    const isReport = itsKey.PK.startsWith('REPORT#') && typeof item.email === 'string'
    return { ...traceOf(owner, itsKey), ...(isReport && reporterTrace(String(item.email), itsKey)) }
  }

  return {
    isLacking: (item: Item): boolean => lacking(item) !== undefined,

    /** @returns whether there was something to do. What changed meanwhile stands where that write put it. */
    async complete(item: Item): Promise<boolean> {
      const trace = lacking(item)
      if (!trace) return false
      const when = { ownerKey: is.absent, PK: is.present, ...(item.state === 'deleted' && { state: 'deleted' }) }
      await table.write(update(keyOf(item), { set: trace, when }))
      return true
    },
  }
}
