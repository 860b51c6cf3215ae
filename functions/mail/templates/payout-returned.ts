import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, when a payout from their account at the card provider did not stay in their bank. */
export const payoutReturned = template(mailContents['payout-returned'], ({ name, amountPence, reason, balanceUrl }) =>
  reason === 'returned'
    ? mail(`Your bank sent ${formatPounds(amountPence)} back`, [
        text(`Hello ${name}, your bank did not take a payout of ${formatPounds(amountPence)} and sent it back.`),
        text(
          'The money is safe in your payout account. Update its bank details from your balance page, and it is sent again.',
        ),
        button('Update bank details', balanceUrl),
      ])
    : mail(`A payout of ${formatPounds(amountPence)} to your bank was cancelled`, [
        text(`Hello ${name}, a payout of ${formatPounds(amountPence)} to your bank was cancelled before it left.`),
        text('The money is safe in your payout account. Open it from your balance page to see why.'),
        button('See your payout account', balanceUrl),
      ]),
)
