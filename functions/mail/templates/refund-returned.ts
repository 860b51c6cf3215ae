import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

/** To the buyer, when the bank sent a refund back that they were told of: a closed card, say. The money is still theirs. */
export const refundReturned = template(
  mailContents['refund-returned'],
  ({ name, orderNumber, orderUrl, amountPence }) =>
    mail(`Your refund for order ${orderNumber} came back to us`, [
      text(
        `Hello ${name}, your bank did not accept the ${formatPounds(amountPence)} that we sent back to your card, and returned it to us. This happens when a card was closed or replaced.`,
      ),
      text('You have nothing to do: we know of it, and will get in touch to send you the money another way.'),
      button('See your order', orderUrl),
    ]),
)
