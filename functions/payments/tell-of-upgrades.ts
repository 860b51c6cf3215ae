import type { Bought, OrderStore } from '#functions/orders/order-store.ts'
import { upgradesForNothing } from '#functions/orders/upgrades.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { urgent } from '#schema/alarms.ts'

type Parts = { orders: Pick<OrderStore, 'bought'>; log: Log }

/**
 * Makes a write by which an upgrade may bring nothing, and tells somebody, who gives its price back: it is paid for, and
 * its Web size went back. Looked at before the write, so that the end of a process after it hides nothing, and again
 * behind it, since the other half may have changed meanwhile.
 * @param find The upgrades and their Web sizes, as they are once it is written.
 */
export const tellingOfUpgrades = async <T>(
  { log }: Parts,
  find: () => Promise<{ upgrades: readonly Bought[]; webSizes: readonly Bought[] }>,
  write: () => Promise<T>,
): Promise<T> => {
  const tell = async (): Promise<boolean> => {
    const { upgrades, webSizes } = await find()
    const lost = upgradesForNothing(upgrades, webSizes)
    for (const { order, item } of lost)
      log.error(urgent.upgradedForNothing, { orderNumber: order.number, line: item.line })
    return lost.length > 0
  }
  const isTold = await tell()
  const written = await write()
  if (!isTold) await tell()
  return written
}
