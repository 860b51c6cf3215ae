import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { listed } from './listed.ts'
import { button, mail, newsNote, rows, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, once for each order with photos of theirs. Names nothing of the buyer. */
export const saleMade = template(
  mailContents['sale-made'],
  ({ name, orderNumber, titles, moreTitles, grossPence, feePence, sharePence, balanceUrl }) =>
    mail(soldTitle(titles.length + moreTitles), [
      text(`Hello ${name}, order ${orderNumber} was just paid: ${listed(titles, moreTitles)}.`),
      rows([
        ['Price', formatPounds(grossPence)],
        ['Platform fee', `-${formatPounds(feePence)}`],
        ['Your share', formatPounds(sharePence)],
      ]),
      text('Your share becomes available 48 hours after the payment and is paid out weekly.'),
      button('See your balance', balanceUrl),
      newsNote,
    ]),
)

const soldTitle = (count: number): string =>
  count === 1 ? 'You sold a photo' : `You sold ${formatCount(count)} photos`
