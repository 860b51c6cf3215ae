import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { template } from './template.ts'

let london: Intl.DateTimeFormat | undefined
/**
 * "5 January 2030 at 10:00", London time: a mail cannot know its reader's zone. The calendar is read on first use: 10 ms
 * of a start, in every function that may write a mail.
 */
export const londonTime = (at: string): string => {
  london ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })
  return `${london.format(new Date(at))} (London time)`
}

/** To a client, when a photographer asks for a review. The link opens the session for whoever has it. */
export const proofInvitation = template(
  mailContents['proof-invitation'],
  ({ accent, logo, photographerName, title, galleryTitle, description, deadlineAt, link }) =>
    mail(
      `Please review your photos: ${title}`,
      [
        text(`Hello, ${photographerName} has photos for you to review: “${galleryTitle}”.`),
        ...(description === '' ? [] : [text(description)]),
        ...(deadlineAt === null ? [] : [text(`Please choose by ${londonTime(deadlineAt)}.`)]),
        button('Review the photos', link),
        note('This link is private: whoever has it can see and review these photos.'),
      ],
      { accent, logo, name: photographerName },
    ),
)
