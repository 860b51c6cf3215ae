import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, when the card provider refused what a payout meant to send. */
export const payoutFailed = template(mailContents['payout-failed'], ({ name, amountPence, balanceUrl }) =>
  mail(`A payout of ${formatPounds(amountPence)} could not be sent`, [
    text(`Hello ${name}, we could not send ${formatPounds(amountPence)} to your payout account.`),
    text('Nothing is lost: the money is in your available balance again, and the next payout takes it along.'),
    button('See your balance', balanceUrl),
  ]),
)
