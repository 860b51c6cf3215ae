import { liveProfiles } from '#functions/profiles/live.ts'
import { liveSenders } from '#functions/visitors/live-writing.ts'
import type { Command } from './command.ts'
import { photographerNamed } from './photographer.ts'

export const stoppedMails: Command = {
  name: 'stopped-mails',
  summary: 'shows whether complaints stopped a photographer’s mails, and lets them go out again (--allow)',
  help: `PAGE-NAME|USER-ID [--allow]

Two people who report mails in a photographer's name as unwanted stop its invitations, confirmations and reminders.
Allowed again, complaints count from none; who complained stays unsubscribed. Without --allow it only shows.`,
  options: { allow: { type: 'boolean', default: false } },
  run: async ({ positionals: [whom = ''], values }, { target, say }) => {
    await target.actAs('functions/visitors/heed-complaints.lambda.ts')
    const userId = await photographerNamed(whom)
    await liveProfiles().get(userId)
    const senders = liveSenders()
    if (values.allow === true) await senders.allow(userId)
    const { complaints, stoppedAt } = await senders.find(userId)
    say(
      stoppedAt === null
        ? `${userId}: mails are sent. People who complained: ${complaints}.`
        : `${userId}: no mails are sent since ${stoppedAt}. People who complained: ${complaints}.`,
    )
  },
}
