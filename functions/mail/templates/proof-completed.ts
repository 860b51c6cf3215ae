import { mailContents } from '../mail-contents.ts'
import { button, mail, newsNote, rows, text } from './markup.ts'
import { template } from './template.ts'

/** To the photographer, when a client has reviewed every photo. */
export const proofCompleted = template(
  mailContents['proof-completed'],
  ({ name, title, galleryTitle, approved, maybe, rejected, dashboardUrl }) =>
    mail(`Review completed: ${title}`, [
      text(`Hello ${name}, your client has reviewed every photo of “${galleryTitle}”.`),
      rows([
        ['Approved', String(approved)],
        ['Maybe', String(maybe)],
        ['Rejected', String(rejected)],
      ]),
      button('See the choice', dashboardUrl),
      newsNote,
    ]),
)
