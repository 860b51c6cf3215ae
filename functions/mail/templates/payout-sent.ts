import * as z from 'zod'
import { formatPounds } from '#schema/money.ts'
import { button, mail, newsNote, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, when a payout has gone to their account at the card provider. */
export const payoutSent = template(
  z.object({ name: z.string(), amountPence: z.int(), balanceUrl: z.url() }),
  ({ name, amountPence, balanceUrl }) =>
    mail(`${formatPounds(amountPence)} is on its way to you`, [
      text(`Hello ${name}, we have sent ${formatPounds(amountPence)} to your payout account.`),
      text('Your bank usually has it within a few working days.'),
      button('See your balance', balanceUrl),
      newsNote,
    ]),
)
