import { erasedAndBack, replayErasure } from '#functions/accounts/replay-erasures.ts'
import { buyersBack, erasedBuyers } from '#functions/orders/erased-buyers.ts'
import { forgetBuyerAgain } from '#functions/orders/forget-buyer.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import type { Command } from './command.ts'
import { actAsEraser, erasingParts } from './erasing.ts'

export const replayErasures: Command = {
  name: 'replay-erasures',
  summary: 'erases from a restored table who was erased since it was copied',
  help: `[--table RESTORED] [--apply]

Who was erased stands outside the table, beside the originals. A table that was restored to a moment before holds them
again: this erases them there, without asking again whether it may be. Without --table it looks at the stage's own. It
reads what is theirs, or the whole table where "migrate" had not completed it at that moment. Without --apply nothing happens but a sentence. No restored table serves before it
(docs/runbook.md, "Restoring the table").`,
  options: { table: { type: 'string' }, apply: { type: 'boolean', default: false } },
  run: async ({ values: { table, apply } }, { target, say }) => {
    await actAsEraser(target)
    if (typeof table === 'string') process.env.TABLE_NAME = table
    const parts = erasingParts(target)
    const back = await erasedAndBack(parts)
    const orders = await buyersBack({ ...parts, buyers: erasedBuyers(liveStorage()) })
    if (back.length + orders.length === 0) return say('Nobody who was erased is in this table.')
    if (apply !== true) {
      return say(`Would erase again, for good: ${[...back, ...orders].join(', ')}. Say --apply to do it.`)
    }
    for (const userId of back) {
      await replayErasure(parts)(userId)
      say(`Erased ${userId} again.`)
    }
    for (const orderId of orders) {
      await forgetBuyerAgain(parts)(orderId)
      say(`Erased the buyer of ${orderId} again.`)
    }
  },
}
