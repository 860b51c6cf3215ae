import { liveOutbox } from '#functions/mail/live.ts'
import type { OutboxStore, SetAsideMail } from '#functions/mail/outbox-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type Command, Refusal, type Say } from './command.ts'

/** Brought back at once: each is a transaction of a few milliseconds. */
const atOnce = 20

export const mails: Command = {
  name: 'mails',
  summary: 'counts the mails that were set aside, or sends them again',
  help: `aside
              retry [--template NAME]

aside: how many mails could not be sent, by template, and since when they lie aside; no address is shown. The log of
send-mails says why ("mail not sent"). retry: those of one template, or all, are sent as if nobody had tried. Mend first
what made them fail, or they come aside again. What its reader unsubscribed from meanwhile is dropped.
Aside a mail is kept for 90 days.`,
  options: { template: { type: 'string' } },
  run: async ({ positionals: [action], values: { template } }, { target, say }) => {
    if (action !== 'aside' && action !== 'retry') throw new Refusal('Say mails aside, or mails retry.')
    await target.actAs('functions/mail-sending/send-mails.lambda.ts')
    const outbox = liveOutbox()
    if (action === 'aside') return count(outbox, say)
    const isWanted = (mail: SetAsideMail) => template === undefined || mail.template === template
    say(`Mails on their way again: ${await retry(outbox, isWanted)}.`)
  },
}

const count = async (outbox: Pick<OutboxStore, 'listAside'>, say: Say): Promise<void> => {
  const counts = new Map<string, { mails: number; since: string }>()
  for await (const page of eachPage((after) => outbox.listAside(after))) {
    for (const { template, setAsideAt } of page.mails) {
      const known = counts.get(template) ?? { mails: 0, since: setAsideAt }
      counts.set(template, {
        mails: known.mails + 1,
        since: setAsideAt < known.since ? setAsideAt : known.since,
      })
    }
  }
  for (const [template, { mails: number, since }] of counts)
    say(`${String(number).padStart(6)}  ${template}, since ${since}`)
  if (counts.size === 0) say('No mail lies aside.')
}

const retry = async (
  outbox: Pick<OutboxStore, 'listAside' | 'bringBack'>,
  isWanted: (mail: SetAsideMail) => boolean,
): Promise<number> => {
  let brought = 0
  for await (const page of eachPage((after) => outbox.listAside(after))) {
    const wanted = page.mails.filter(isWanted)
    for (let start = 0; start < wanted.length; start += atOnce) {
      const some = wanted.slice(start, start + atOnce)
      const done = await Promise.all(some.map((mail) => outbox.bringBack(mail, systemClock())))
      brought += done.filter(Boolean).length
    }
  }
  return brought
}
