import { mailContents } from '../mail-contents.ts'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

/** To a photographer, when a thousand wrong codes or passwords were tried at a gallery within an hour. */
export const galleryGuessed = template(mailContents['gallery-guessed'], ({ name, title, dashboardUrl }) =>
  mail(`Somebody guesses at “${title}”`, [
    text(
      `Hello ${name}, within one hour more than a thousand wrong access codes or passwords were tried at your gallery “${title}”. Your clients still get in with the right one.`,
    ),
    text(
      'If the code is short or easy to guess, give the gallery a new one and tell your clients. Old links to it end.',
    ),
    button('Open its settings', dashboardUrl),
  ]),
)
