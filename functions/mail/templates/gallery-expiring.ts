import { mailContents } from '../mail-contents.ts'
import { button, mail, newsNote, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To a photographer, seven days before a gallery closes for its visitors. */
export const galleryExpiring = template(mailContents['gallery-expiring'], ({ name, title, expiresAt, dashboardUrl }) =>
  mail(`Your gallery “${title}” expires soon`, [
    text(`Hello ${name}, your gallery “${title}” closes for visitors on ${londonTime(expiresAt)}.`),
    text('You keep it, and what was sold stays downloadable. To keep it open, give it a later date.'),
    button('Open its settings', dashboardUrl),
    newsNote,
  ]),
)
