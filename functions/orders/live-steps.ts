import { liveChores } from '#functions/chores/live.ts'
import { liveGalleries } from '#functions/galleries/live.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { forgettingChores } from './forget-buyer.ts'
import { wholeChores } from './grow-wholes.ts'
import { growingStore } from './growing-store.ts'
import { keepingChores } from './keep-files.ts'
import { orderChores } from './lines-ahead-store.ts'
import { liveLinesAhead, liveOrderFiles, liveOrders } from './live.ts'

/** What large orders and whole galleries leave to do beside their sale. */
export const liveOrderSteps = () => {
  const { galleries, photos } = liveGalleries()
  const { orders } = liveOrders()
  const parts = {
    orders,
    files: liveOrderFiles(),
    growing: growingStore(liveTable()),
    galleries,
    photos,
    chores: liveChores(),
    now: systemClock,
  }
  return {
    ...orderChores({ ahead: liveLinesAhead(), now: systemClock }),
    ...wholeChores(parts),
    ...keepingChores(parts),
    ...forgettingChores(parts),
  }
}
