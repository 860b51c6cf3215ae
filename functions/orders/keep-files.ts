import { chorePut } from '#functions/chores/chore-writes.ts'
import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import type { Put } from '#functions/shared/table/writes.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import { OrderId } from '#schema/ids.ts'
import type { OrderFileStore } from './order-file-store.ts'
import { wasPaid } from './order-states.ts'
import type { OrderStore } from './order-store.ts'

type Parts = {
  orders: Pick<OrderStore, 'find' | 'items'>
  files: Pick<OrderFileStore, 'photoIdsOf'>
  photos: Pick<PhotoStore, 'getMany' | 'markOrdered'>
}

/** What one batch get reads. */
const photosAtOnce = 100

/**
 * Part of the transaction that brings an order its money (decision 171). Its checkout holds the files for weeks, so that
 * an hour's work need not be done while a buyer waits.
 */
export const keepFilesPut = (subject: OrderId, now: Date): Put =>
  chorePut({ kind: 'keep-files', subject, dueAt: stamp(afterHours(now, 1)) })

/** The files of a paid order are kept for ever, whatever becomes of its photos. */
export const keepingChores = ({ orders, files, photos }: Parts): ChoreSteps<'keep-files'> => ({
  'keep-files': async (subject, mayGoOn = () => {}) => {
    const order = await orders.find(OrderId.parse(subject))
    if (!order || !wasPaid(order.status)) return
    const lines = (await orders.items(order.id)).filter(({ kind }) => kind !== 'gallery')
    const photoIds = new Set([...lines.map(({ photoId }) => photoId), ...(await files.photoIdsOf(order.id))])
    for (const some of chunks([...photoIds], photosAtOnce)) {
      mayGoOn()
      await photos.markOrdered(await photos.getMany(some))
    }
  },
})
