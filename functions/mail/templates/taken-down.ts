import * as z from 'zod'
import { button, mail, text } from './markup.ts'
import { template } from './template.ts'

const Down = z.object({ name: z.string(), what: z.enum(['gallery', 'photo', 'page']), title: z.string(), url: z.url() })
const subjects = { gallery: 'gallery', photo: 'photo', page: 'public page' } as const

/** To the owner, when the operator takes something down. */
export const takenDown = template(Down.extend({ reason: z.string() }), ({ name, what, title, reason, url }) =>
  mail(`Your ${subjects[what]} was taken down`, [
    text(`Hello ${name}, your ${subjects[what]} “${title}” was taken down and is not shown to anybody any more.`),
    text(`The reason: ${reason}`),
    text('What was sold stays with its buyers. If you think that this is a mistake, answer this email.'),
    button('Go to your dashboard', url),
  ]),
)

/** To the owner, when it is shown again. */
export const takedownLifted = template(Down, ({ name, what, title, url }) =>
  mail(`Your ${subjects[what]} is shown again`, [
    text(`Hello ${name}, your ${subjects[what]} “${title}” is no longer taken down. It is shown as your settings say.`),
    button('Go to your dashboard', url),
  ]),
)
