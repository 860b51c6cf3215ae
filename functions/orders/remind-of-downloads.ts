import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { OrderId } from '#schema/ids.ts'
import type { FetchedStore } from './fetched-store.ts'
import { orderUrl } from './order-links.ts'
import type { OrderStore } from './order-store.ts'
import { isRefunded } from './refunded.ts'
import { isTakenBack } from './taken-back.ts'

type Parts = {
  orders: Pick<OrderStore, 'find' | 'items'>
  fetched: FetchedStore
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}

/** Tells a buyer, once, that nothing of an order was fetched; what money went back for there is not to fetch. */
export const downloadChores = (parts: Parts): ChoreSteps<'remind-of-downloads'> => ({
  'remind-of-downloads': async (subject) => {
    const { orders, fetched, ids, siteUrl, now } = parts
    const order = await orders.find(OrderId.parse(subject))
    if (order?.status !== 'completed' || (await fetched.wasFetched(order.id))) return
    if (isTakenBack(order) || order.disputed) return
    const lines = (await orders.items(order.id)).filter((line) => !isRefunded(line))
    // Those of a whole gallery each count.
    const photos = lines.reduce((count, { fileCount }) => count + fileCount, 0)
    if (photos === 0) return
    const mail = outboxPut({
      id: ids.mail(),
      template: 'downloads-waiting',
      to: order.customerEmail,
      at: now(),
      data: {
        name: order.customerName,
        orderNumber: order.number,
        photos,
        orderUrl: orderUrl(siteUrl(), order),
      },
    })
    await fetched.remind(order.id, mail, now())
  },
})
