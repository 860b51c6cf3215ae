import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { listed } from './listed.ts'
import { button, mail, newsNote, rows, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, once for each order with photos of theirs. Names nothing of the buyer. */
export const saleMade = template(
  mailContents['sale-made'],
  ({ name, orderNumber, titles, moreTitles, galleries, grossPence, feePence, sharePence, balanceUrl }) =>
    mail(soldTitle(galleries, titles.length + moreTitles - galleries), [
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

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `a ${one}` : `${formatCount(count)} ${many}`]

const soldTitle = (galleries: number, photos: number): string => {
  const sold = [...counted(galleries, 'whole gallery', 'whole galleries'), ...counted(photos, 'photo', 'photos')]
  return `You sold ${sold.join(' and ')}`
}
