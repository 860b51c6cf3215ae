import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To the buyer, once all photos of an order are packed. */
export const photosReady = template(
  mailContents['photos-ready'],
  ({ name, orderNumber, orderUrl, files, parts, keptUntil }) =>
    mail(`Your photos are ready: order ${orderNumber}`, [
      text(`Hello ${name}, ${photosOf(files)} of your order ${orderNumber} ${packedIn(files, parts)}.`),
      button('Download your photos', orderUrl),
      text(
        `They can be fetched until ${londonTime(keptUntil)}. After that, press Download All again and they are packed anew.`,
      ),
      note('Keep this link: it does not expire, and whoever has it can download your photos.'),
    ]),
)

const photosOf = (files: number): string => (files === 1 ? 'the photo' : `the ${files} photos`)
const packedIn = (files: number, parts: number): string =>
  `${files === 1 ? 'is' : 'are'} packed ${parts === 1 ? 'in one file' : `in ${parts} files`}`
