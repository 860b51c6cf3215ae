import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { listed } from './listed.ts'
import { button, mail, rows, text } from './markup.ts'
import { template } from './template.ts'

/** To the buyer, once the card provider has sent money back: how much, for what, and when to expect it. */
export const refundSent = template(
  mailContents['refund-sent'],
  ({ name, orderNumber, orderUrl, amountPence, totalPence, titles, moreTitles }) =>
    mail(`${formatPounds(amountPence)} of order ${orderNumber} is on its way back`, [
      text(
        `Hello ${name}, we have sent ${formatPounds(amountPence)} back to the card that you paid with${titles.length === 0 ? '' : `, for ${listed(titles, moreTitles)}`}.`,
      ),
      rows([
        ['You paid', formatPounds(totalPence)],
        ['Sent back now', formatPounds(amountPence)],
      ]),
      // Stripe, "Refund and cancel payments" (docs.stripe.com/refunds): 5 to 10 business days, depending on the bank.
      text(
        'Banks usually show it within 5 to 10 working days. A photo of which you have all back can no longer be downloaded.',
      ),
      button('See your order', orderUrl),
    ]),
)
