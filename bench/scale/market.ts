import type { Payments } from '#functions/payments/payments.ts'
import { catalogueTime, writeCatalogue } from '#test/support/costs/catalogue.ts'
import { callsTo } from '#test/support/costs/visits.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { seededNumbers } from '#test/support/random.ts'
import { limitedTable } from './limited-table.ts'
import { copiesOf } from './load.ts'
import { virtualClock } from './virtual-clock.ts'

type Kind = {
  /** In the market around the photographer who is visited. */
  readonly galleries?: number
  /** Of every limit of a partition, for a load that is as much smaller. */
  readonly share?: number
  /** 1: throttles are as in the product. */
  readonly throttleScale?: number
  readonly paced?: (payments: Payments, clock: ReturnType<typeof virtualClock>) => Payments
  readonly functions?: number
}

/** A market on a virtual clock: the product's endpoints over a table with limits, and room for so many functions at once. */
export const marketOf = async ({
  galleries = 30,
  share = 1,
  throttleScale = 1_000_000,
  paced,
  functions,
}: Kind = {}) => {
  const clock = virtualClock(catalogueTime)
  const random = seededNumbers(7)
  const limited = limitedTable(clock, { random, share })
  await writeCatalogue(galleries, async (item) => {
    await limited.items.write({
      kind: 'put',
      item: { ...item, PK: String(item.PK), SK: String(item.SK) },
      when: 'always',
    })
  })
  const calls = callsTo(limited.table, {
    now: clock.now,
    throttleScale,
    ...(paced && { paced: (payments: Payments) => paced(payments, clock) }),
  })
  const copies = copiesOf(clock, functions)
  let browsers = 0
  return {
    clock,
    random,
    limited,
    calls,
    copies,
    /** Another visitor's browser. */
    browser: () => ({ 'x-gallery-session': sessionOf(`b${String(++browsers).padStart(9, '0')}`) }),
  }
}
export type Market = Awaited<ReturnType<typeof marketOf>>
