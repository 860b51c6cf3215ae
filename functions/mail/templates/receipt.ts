import * as z from 'zod'
import { formatPounds } from '#schema/money.ts'
import { button, mail, note, rows, text } from './markup.ts'
import { template } from './template.ts'

/** To the buyer, once the order is complete: what was bought and the permanent link to it. */
export const receipt = template(
  z.object({
    name: z.string(),
    orderNumber: z.string(),
    orderUrl: z.url(),
    lines: z.array(z.object({ title: z.string(), pricePence: z.int() })),
    discountPence: z.int(),
    totalPence: z.int(),
  }),
  ({ name, orderNumber, orderUrl, lines, discountPence, totalPence }) =>
    mail(`Your Darkslide order ${orderNumber}`, [
      text(`Hello ${name}, thank you for your order. Your photos are ready to download.`),
      rows([
        ...lines.map(({ title, pricePence }) => [title, formatPounds(pricePence)] as const),
        ...(discountPence > 0 ? [['Discount', `-${formatPounds(discountPence)}`] as const] : []),
        ['Total', formatPounds(totalPence)],
      ]),
      button('Download your photos', orderUrl),
      note('Keep this link: it does not expire, and whoever has it can download your photos.'),
    ]),
)
