import { mailContents } from '../mail-contents.ts'
import { button, mail, note, rows, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To a client, when a photographer sends them a gallery. Nothing in it is written by the photographer but names. */
export const galleryInvitation = template(
  mailContents['gallery-invitation'],
  ({ accent, logo, photographerName, title, accessCode, asksPassword, expiresAt, link }) =>
    mail(
      `Your photos: ${title}`,
      [
        text(`Hello, ${photographerName} has a gallery for you: “${title}”.`),
        button('Open the gallery', link),
        ...(accessCode === null ? [] : [rows([['Access code', accessCode]])]),
        ...(asksPassword ? [text(`It asks for a password as well, which ${photographerName} gives you.`)] : []),
        ...(expiresAt === null ? [] : [text(`It is open until ${londonTime(expiresAt)}.`)]),
        note(
          accessCode === null && !asksPassword
            ? `${photographerName} asked us to send this to you. You need no account.`
            : `${photographerName} asked us to send this to you. You need no account; whoever has the code can open the gallery.`,
        ),
      ],
      { accent, logo, name: photographerName },
    ),
)
