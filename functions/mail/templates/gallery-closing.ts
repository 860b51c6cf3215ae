import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To a visitor who asked for it, seven days and one day before a gallery closes. */
export const galleryClosing = template(
  mailContents['gallery-closing'],
  ({ accent, logo, photographerName, title, expiresAt, link }) =>
    mail(
      `“${title}” closes soon`,
      [
        text(
          `Hello, you asked to be told: “${title}”, a gallery by ${photographerName}, closes on ${londonTime(expiresAt)}.`,
        ),
        text('Until then you can look at its photos and buy them. What you bought stays yours to download.'),
        button('Open the gallery', link),
        note(`You asked for this in the gallery. ${photographerName} did not write it.`),
      ],
      { accent, logo, name: photographerName },
    ),
)
