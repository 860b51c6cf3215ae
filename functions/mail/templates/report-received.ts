import { mailContents } from '../mail-contents.ts'
import { button, mail, note, rows, text } from './markup.ts'
import { template } from './template.ts'

/** To the installation's support address, when a visitor reports a gallery or photo. */
export const reportReceived = template(
  mailContents['report-received'],
  ({ reportId, what, subjectId, title, reason, text: said, from, url }) =>
    mail(`A ${what} was reported`, [
      text(`“${title}”: ${reason}.`),
      ...(said === '' ? [] : [text(said)]),
      rows([
        ['From', from ?? 'no address given'],
        ['Report', reportId],
        [what === 'photo' ? 'Photo' : 'Gallery', subjectId],
      ]),
      button(`Look at the ${what}`, url),
      text(`To take it down: npm run ops -- takedown ${what} ${subjectId} --reason "…"`),
      note(`Then: npm run ops -- reports close ${reportId}`),
    ]),
)
