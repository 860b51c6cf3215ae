import { mailContents } from '../mail-contents.ts'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

const subjects = { gallery: 'gallery', photo: 'photo', page: 'public page' } as const

/** To the owner, when the operator takes something down. */
export const takenDown = template(mailContents['taken-down'], ({ name, what, title, reason, isExportGone, url }) =>
  mail(`Your ${subjects[what]} was taken down`, [
    text(`Hello ${name}, your ${subjects[what]} “${title}” was taken down and is not shown to anybody any more.`),
    text(`The reason: ${reason}`),
    ...(isExportGone
      ? [text('Your last export was removed, since it may hold it. You can export everything again in your settings.')]
      : []),
    text('What was sold stays with its buyers. If you think that this is a mistake, answer this email.'),
    button('Go to your dashboard', url),
  ]),
)

/** To the owner, when it is shown again. */
export const takedownLifted = template(mailContents['takedown-lifted'], ({ name, what, title, url }) =>
  mail(`Your ${subjects[what]} is shown again`, [
    text(`Hello ${name}, your ${subjects[what]} “${title}” is no longer taken down. It is shown as your settings say.`),
    button('Go to your dashboard', url),
  ]),
)
