import { mailContents } from '../mail-contents.ts'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, when the second person has reported a mail that was sent in their name. */
export const mailsStopped = template(mailContents['mails-stopped'], ({ name, dashboardUrl }) =>
  mail('No more mails are sent for you', [
    text(
      `Hello ${name}, two people have reported mails that you had sent through us as unwanted. Mail providers watch such reports, and too many would stop the receipts of every buyer.`,
    ),
    text(
      'So we send no more invitations, confirmations and reminders in your name. Your galleries, sales and payouts go on as before, and buyers get their receipts and photos. You can send a gallery’s link yourself.',
    ),
    text(
      'Only invite people who expect it. To have your mails sent again, answer this email and tell us whom you wrote to.',
    ),
    button('Manage your galleries', dashboardUrl),
  ]),
)
