import { formatCount } from '#schema/counts.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, newsNote, rows, text } from './markup.ts'
import { template } from './template.ts'

/** To the photographer, when a client has finished a review. */
export const proofCompleted = template(
  mailContents['proof-completed'],
  ({ name, title, galleryTitle, approved, maybe, rejected, selectionTarget, dashboardUrl }) => {
    // Either way the client may have let the rest go without judging each; of a choice it is left over.
    const isChoice = selectionTarget !== null
    return mail(`Review completed: ${title}`, [
      text(
        isChoice
          ? `Hello ${name}, your client has finished choosing from “${galleryTitle}”.`
          : `Hello ${name}, your client has finished reviewing “${galleryTitle}”.`,
      ),
      rows([
        isChoice
          ? ['Chosen', `${formatCount(approved)} of the ${formatCount(selectionTarget)} asked for`]
          : ['Approved', formatCount(approved)],
        ['Maybe', formatCount(maybe)],
        [isChoice ? 'Not chosen' : 'Rejected', formatCount(rejected)],
      ]),
      button('See the choice', dashboardUrl),
      newsNote,
    ])
  },
)
