import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To a client, a day before the deadline of a review that is not complete. */
export const proofReminder = template(
  mailContents['proof-reminder'],
  ({ accent, logo, photographerName, title, pendingCount, deadlineAt, link }) =>
    mail(
      `A reminder to review your photos: ${title}`,
      [
        text(`Hello, ${photographerName} is waiting for your choice, until ${londonTime(deadlineAt)}.`),
        text(whatIsLeft(pendingCount)),
        button(pendingCount === 0 ? 'Finish the review' : 'Review the photos', link),
        note('This link is private: whoever has it can see and review these photos.'),
      ],
      { accent, logo, name: photographerName },
    ),
)

/** In a review that was reopened nothing is pending: its client says when it is done. */
const whatIsLeft = (pendingCount: number): string => {
  if (pendingCount === 0) return 'You have decided on every photo. The review only waits for you to finish it.'
  return `${pendingCount} ${pendingCount === 1 ? 'photo is' : 'photos are'} still to be reviewed.`
}
