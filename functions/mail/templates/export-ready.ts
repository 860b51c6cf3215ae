import { formatCount } from '#schema/counts.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To the photographer, once everything of theirs is packed. */
export const exportReady = template(mailContents['export-ready'], ({ name, settingsUrl, files, parts, keptUntil }) =>
  mail('Your export is ready', [
    text(
      `Hello ${name}, everything you keep with us is packed: ${countOf(files, 'file')} in ${countOf(parts, 'zip')}.`,
    ),
    button('Download your export', settingsUrl),
    text(`The zips can be fetched until ${londonTime(keptUntil)}. After that you can export everything again.`),
    note('Only you can download them, signed in to your account. If you did not ask for this, change your password.'),
  ]),
)

const countOf = (count: number, what: string): string => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
