import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, newsNote, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, when a payout has gone to their account at the card provider. */
export const payoutSent = template(mailContents['payout-sent'], ({ name, amountPence, isFull, balanceUrl }) =>
  mail(`${formatPounds(amountPence)} was sent to your Stripe account`, [
    text(`Hello ${name}, we have sent ${formatPounds(amountPence)} to your payout account at Stripe.`),
    ...(isFull
      ? [text(`A payout holds ${limits.payout.transfersPerBatch} sales: what is left follows by itself.`)]
      : []),
    text('Stripe sends it on to your bank by itself once it has settled there, usually within a few working days.'),
    button('See your balance', balanceUrl),
    newsNote,
  ]),
)
