import { formatCount } from '#schema/counts.ts'
import { formatPounds, includedPence, sumPence } from '#schema/money.ts'
import type { Trader } from '#schema/trader.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, note, rows, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To the buyer, once the order is complete: what was bought, of whom and when, and the permanent link to it. */
export const receipt = template(
  mailContents.receipt,
  (
    { name, orderNumber, orderUrl, paidAt, lines, moreLines, offerPence, discountPence, totalPence, hasConsent },
    trader,
  ) =>
    mail(`Your Darkslide order ${orderNumber}`, [
      text(`Hello ${name}, thank you for your order${madeOn(paidAt)}. Your photos are ready to download.`),
      rows([
        ...lines.map(
          ({ title, pricePence, photographerName }) =>
            [photographerName === null ? title : `${title}, by ${photographerName}`, formatPounds(pricePence)] as const,
        ),
        ...(moreLines > 0 ? [[`and ${formatCount(moreLines)} more, see your order`, ''] as const] : []),
        ...reduction('Several photos together', offerPence),
        ...reduction('Discount', sumPence([discountPence, -offerPence])),
        ['Total', formatPounds(totalPence)],
        ...vatRow(totalPence, trader),
      ]),
      button('Download your photos', orderUrl),
      note('Keep this link: it does not expire, and whoever has it can download your photos.'),
      ...(hasConsent ? [note(consented)] : []),
    ]),
)

const consented = 'As you agreed, delivery was at once; that ended your right to cancel within 14 days.'

const reduction = (label: string, pence: number): [string, string][] =>
  pence > 0 ? [[label, `-${formatPounds(pence)}`]] : []

/** In the sentence, not in the table: an amount's column is too narrow for a date on a phone. */
const madeOn = (paidAt: string | null): string => (paidAt === null ? '' : ` of ${londonTime(paidAt)}`)

/** Prices contain the VAT: of a total T at r per cent it is T × r ÷ (100 + r). */
const vatRow = (totalPence: number, { vat }: Trader): [string, string][] =>
  vat === null || totalPence === 0
    ? []
    : [[`Of which VAT at ${vat.percent}%`, formatPounds(includedPence(totalPence, vat.percent))]]
