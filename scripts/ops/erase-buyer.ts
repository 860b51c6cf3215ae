import { eraseBuyer as eraseBuyerOf, erasedBuyers } from '#functions/orders/erased-buyers.ts'
import { liveOrders } from '#functions/orders/live.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { OrderId } from '#schema/ids.ts'
import { type Command, Refusal } from './command.ts'

export const eraseBuyer: Command = {
  name: 'erase-buyer',
  summary: 'takes the name and the address of a buyer from an order',
  help: `ORDER-ID [--apply]

ORDER-ID begins with ord_ and is in the buyer's link; say the command for each of their orders. What was bought, for how much
and when stays for the books, and the link still opens the photos: nobody is written to about them any more. What Stripe
keeps of the payment is erased there. Without --apply nothing happens but a sentence.`,
  options: { apply: { type: 'boolean', default: false } },
  run: async ({ positionals: [id], values }, { target, say }) => {
    const orderId = OrderId.safeParse(id)
    if (!orderId.success) throw new Refusal('Name the order by its id.')
    // Where files lie, and then the orders.
    await target.actAs('functions/media/sweep-batch.lambda.ts')
    await target.actAs('functions/stripe-events/converge.lambda.ts')
    const { orders } = liveOrders()
    const { number, customerEmail } = await orders.get(orderId.data)
    if (customerEmail === '') return say(`Nobody is named in ${number}.`)
    if (values.apply !== true) return say(`Would erase the buyer of ${number} on ${target.name}. Say --apply to do it.`)
    const buyers = erasedBuyers(liveStorage())
    if (!(await eraseBuyerOf({ buyers, orders })(orderId.data)))
      throw new Refusal(`${number} may still be paid: wait until it is.`)
    say(`Erased the buyer of ${number}.`)
  },
}
