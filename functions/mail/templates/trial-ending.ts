import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { mailContents } from '../mail-contents.ts'
import { button, mail, newsNote, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

/** To a photographer without a subscription, seven days before the free launch period ends. */
export const trialEnding = template(mailContents['trial-ending'], ({ name, endsAt, dashboardUrl }) =>
  mail('Your free launch period ends soon', [
    text(`Hello ${name}, your free launch period ends on ${londonTime(endsAt)}.`),
    text(
      `To go on creating galleries and uploading photos after that, subscribe for ${formatPounds(limits.trial.subscriptionPence)} a month. Nothing is charged unless you do.`,
    ),
    text('Your galleries stay where they are, what you sold stays downloadable, and your money is paid out as before.'),
    button('See the subscription options', dashboardUrl),
    newsNote,
  ]),
)
