import { formatCount } from '#schema/counts.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { template } from './template.ts'

/** To a buyer of whose order no file was fetched in fourteen days. Part of what they paid for, so it is sent always. */
export const downloadsWaiting = template(mailContents['downloads-waiting'], ({ name, orderNumber, photos, orderUrl }) =>
  mail(photos === 1 ? 'Your photo is waiting for you' : `Your ${formatCount(photos)} photos are waiting for you`, [
    text(`Hello ${name}, nothing of your order ${orderNumber} has been downloaded yet.`),
    text('What you bought stays yours: the link does not run out. A copy of your own is safer still.'),
    button('Download your photos', orderUrl),
    note('We write this once. Whoever has the link can download, so keep this mail to yourself.'),
  ]),
)
