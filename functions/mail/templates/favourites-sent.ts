import { mailContents } from '../mail-contents.ts'
import { button, mail, newsNote, rows, text } from './markup.ts'
import { template } from './template.ts'

const linesOf = (note: string): string[] => note.split('\n').filter((line) => line.trim() !== '')

/** To the photographer, when a visitor sends favourites of a gallery. */
export const favouritesSent = template(
  mailContents['favourites-sent'],
  ({ name, galleryTitle, from, email, note, count, url }) =>
    mail(`Favourites of ${galleryTitle}`, [
      text(
        `Hello ${name}, a visitor has sent you ${count === 1 ? 'one photo' : `${count} photos`} of “${galleryTitle}”.`,
      ),
      rows([
        ['Name', from],
        ['Email', email],
      ]),
      ...(note === '' ? [] : [text('They wrote:'), ...linesOf(note).map(text)]),
      button('See the photos', url),
      newsNote,
    ]),
)
