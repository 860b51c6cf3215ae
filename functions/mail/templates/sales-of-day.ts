import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, newsNote, rows, text } from './markup.ts'
import { template } from './template.ts'

/** Made when it is first asked for: it costs milliseconds. */
let days: Intl.DateTimeFormat | undefined
const dayOf = (day: string): string => {
  days ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return days.format(new Date(day))
}

/** To a photographer who wants one mail a day, in the morning after one with sales. */
export const salesOfDay = template(
  mailContents['sales-of-day'],
  ({ name, day, orders, photos, grossPence, feePence, sharePence, balanceUrl }) =>
    mail(`Your sales of ${dayOf(day)}`, [
      text(`Hello ${name}, this is what you sold on ${dayOf(day)}.`),
      rows([
        ['Orders', formatCount(orders)],
        ['Photos', formatCount(photos)],
        ['Price', formatPounds(grossPence)],
        ['Platform fee', `-${formatPounds(feePence)}`],
        ['Your share', formatPounds(sharePence)],
      ]),
      text('Each share becomes available 48 hours after its payment and is paid out weekly.'),
      button('See your balance', balanceUrl),
      newsNote,
    ]),
)
