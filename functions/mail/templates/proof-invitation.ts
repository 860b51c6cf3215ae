import * as z from 'zod'
import { Timestamp } from '#schema/text.ts'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })
/** "5 January 2030 at 10:00", London time: a mail cannot know its reader's zone. */
export const londonTime = (at: string): string => `${day.format(new Date(at))} (London time)`

/** To a client, when a photographer asks for a review. The link opens the session for whoever has it. */
export const proofInvitation = template(
  z.object({
    photographerName: z.string(),
    title: z.string(),
    galleryTitle: z.string(),
    description: z.string(),
    deadlineAt: Timestamp.nullable(),
    link: z.url(),
  }),
  ({ photographerName, title, galleryTitle, description, deadlineAt, link }) =>
    mail(`Please review your photos: ${title}`, [
      text(`Hello, ${photographerName} has photos for you to review: “${galleryTitle}”.`),
      ...(description === '' ? [] : [text(description)]),
      ...(deadlineAt === null ? [] : [text(`Please choose until ${londonTime(deadlineAt)}.`)]),
      button('Review the photos', link),
      text('This link is private: whoever has it can see and review these photos.'),
    ]),
)
