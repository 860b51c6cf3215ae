import type { LoggedRequest } from '#local/http/request-log.ts'
import type { Invocation } from '#local/lambda/invoker.ts'
import type { QueueState } from '#local/local-system.ts'
import type { Mail } from '#local/mail/outbox.ts'
import type { ScheduledJob } from '#local/schedules/timeline.ts'
import { type Html, html, page } from './html.ts'

const time = (at: Date | number | string) => new Date(at).toISOString().replace('T', ' ').slice(0, 19)
const none = (text: string) => html`<p class="quiet">${text}</p>`
/** @param of What it acts on, for who hears the buttons without the rows that they stand in. */
const button = (action: string, label: string, of: string) =>
  html`<form method="post" action="${action}"><button aria-label="${label}: ${of}">${label}</button></form>`
/** On a phone it is wider than the page and scrolls by itself, with keys too: each cell stays below its column's name. */
const table = (name: string, columns: readonly string[], rows: readonly Html[]) =>
  html`<div class="wide" role="group" aria-label="${name}" tabindex="0"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`

/** Codes stand alone in our mails: six digits, or a group of capitals and digits. */
export const codeIn = (text: string | undefined) => /(?<![\w/-])(\d{6})(?![\w/-])/.exec(text ?? '')?.[1]

const linksIn = (mail: Mail) => {
  const found = `${mail.html ?? ''} ${mail.text ?? ''}`.matchAll(/https?:\/\/[^\s"'<>)]+/g)
  return [...new Set([...found].map(([link]) => link.replaceAll('&amp;', '&')))]
}

const mailRows = (mails: readonly Mail[]): Html =>
  mails.length === 0
    ? none('No mail yet.')
    : table(
        'Mails',
        ['At', 'To', 'Subject', 'Code'],
        mails.map(
          (mail) => html`<tr><td class="number">${time(mail.at)}</td><td>${mail.to.join(', ')}</td>
<td><a href="/__local/mail/${mail.id}">${mail.subject || '(no subject)'}</a></td>
<td class="number">${codeIn(mail.text ?? mail.html) ?? ''}</td></tr>`,
        ),
      )

const clockForms = html`<div class="row">
${[
  ['1 hour', 3_600_000],
  ['48 hours', 172_800_000],
  ['7 days', 604_800_000],
].map(
  ([label, ms]) =>
    html`<form method="post" action="/__local/api/clock/advance"><input type="hidden" name="ms" value="${ms ?? ''}"><button>Advance ${label ?? ''}</button></form>`,
)}
<form method="post" action="/__local/api/clock/advance"><label>Advance <input type="number" name="hours" min="1" max="20000" required value="24"> hours</label><button>Go</button></form>
</div>`

const queueRows = (queues: readonly QueueState[]) =>
  table(
    'Queues',
    ['Queue', 'Waiting', 'At work', 'Later', 'Do'],
    queues.map(
      ({ name, visible, inFlight, delayed, isDeadLetters }) => html`<tr><td>${name}</td>
<td class="number">${isDeadLetters && visible > 0 ? html`<a class="bad" href="/__local/api/dead-letters">${visible} dead</a>` : visible}</td>
<td class="number">${inFlight}</td><td class="number">${delayed}</td>
<td>${isDeadLetters && visible > 0 ? button(`/__local/api/queues/${name}/redrive`, 'Try again', name) : ''}</td></tr>`,
    ),
  )

const jobRows = (jobs: readonly ScheduledJob[]) =>
  jobs.length === 0
    ? none('No scheduled jobs.')
    : table(
        'Jobs',
        ['Job', 'When', 'Next', 'Last', 'Do'],
        jobs.map(
          ({
            name,
            expression,
            timezone,
            nextDueMs,
            lastRunMs,
          }) => html`<tr><td>${name}</td><td>${expression} ${timezone}</td>
<td class="number">${nextDueMs === undefined ? '' : time(nextDueMs)}</td><td class="number">${lastRunMs === undefined ? 'never' : time(lastRunMs)}</td>
<td>${button(`/__local/api/jobs/${name}/run`, 'Run now', name)}</td></tr>`,
        ),
      )

const requestRows = (requests: readonly LoggedRequest[]) =>
  requests.length === 0
    ? none('No requests yet.')
    : table(
        'Requests',
        ['At', 'Request', 'Status', 'ms'],
        requests.slice(0, 60).map(
          ({
            at,
            method,
            path,
            status,
            tookMs,
          }) => html`<tr><td class="number">${time(at)}</td><td>${method} ${path}</td>
<td class="${status >= 400 ? 'bad' : ''} number">${status}</td><td class="number">${tookMs}</td></tr>`,
        ),
      )

const invocationRows = (invocations: readonly Invocation[]) =>
  invocations.length === 0
    ? none('No function has run yet.')
    : table(
        'Functions',
        ['At', 'Function', 'Outcome', 'ms'],
        invocations.slice(0, 40).map(
          ({ entry, startedAtMs, tookMs, outcome }) => html`<tr><td class="number">${time(startedAtMs)}</td>
<td>${entry.replace('functions/', '').replace('.lambda.ts', '')}</td><td class="${outcome === 'ok' ? '' : 'bad'}">${outcome}</td>
<td class="number">${tookMs}</td></tr>`,
        ),
      )

export type StripeEvent = { readonly id: string; readonly type: string; readonly created: number }

const stripeRows = (events: readonly StripeEvent[]) =>
  events.length === 0
    ? none('No events yet.')
    : table(
        'Events',
        ['At', 'Event', 'Do'],
        events.slice(0, 30).map(
          ({
            id,
            type,
            created,
          }) => html`<tr><td class="number">${time(created * 1_000)}</td><td>${type}<br><span class="quiet">${id}</span></td>
<td>${button(`/__local/api/stripe/${id}/resend`, 'Send again', type)}</td></tr>`,
        ),
      )

export type PayoutAccount = {
  readonly id: string
  readonly email: string | null
  readonly available: number
  readonly pending: number
  readonly lastPayout: string | null
}

/** What a photographer's bank does with the money that Stripe sends it. */
const bankRows = (accounts: readonly PayoutAccount[]) =>
  accounts.length === 0
    ? none('No payout accounts yet.')
    : table(
        'Payout accounts',
        ['Payout account', 'There', 'Settling', 'Last to the bank', 'Say that it arrives', 'Say that it comes back'],
        accounts.map(
          ({
            id,
            email,
            available,
            pending,
            lastPayout,
          }) => html`<tr><td>${email ?? ''}<br><span class="quiet">${id}</span></td>
<td class="number">${(available / 100).toFixed(2)}</td><td class="number">${(pending / 100).toFixed(2)}</td><td>${lastPayout ?? 'none'}</td>
<td>${button(`/__local/api/bank/${id}/arrive`, 'Arrives at the bank', email ?? id)}</td>
<td>${button(`/__local/api/bank/${id}/fail`, 'Bank sends it back', email ?? id)}</td></tr>`,
        ),
      )

export type Overview = {
  readonly now: Date
  readonly offsetMs: number
  readonly mails: readonly Mail[]
  readonly queues: readonly QueueState[]
  readonly jobs: readonly ScheduledJob[]
  readonly requests: readonly LoggedRequest[]
  readonly invocations: readonly Invocation[]
  readonly stripeEvents: readonly StripeEvent[]
  readonly payoutAccounts: readonly PayoutAccount[]
  readonly accounts: readonly { readonly email: string; readonly password: string; readonly note: string }[]
}

export const overviewPage = (given: Overview) => {
  const sections: readonly (readonly [id: string, title: string, body: Html])[] = [
    [
      'clock',
      'Clock',
      html`<p class="number">${time(given.now)} UTC${given.offsetMs > 0 ? ` · ${(given.offsetMs / 3_600_000).toFixed(1)} hours ahead of this machine` : ''}</p>${clockForms}`,
    ],
    [
      'mail',
      'Mail',
      html`${mailRows(given.mails.slice(-12).reverse())}${given.mails.length > 12 ? html`<p><a href="/__local/mail">All ${given.mails.length} mails</a></p>` : ''}`,
    ],
    ['jobs', 'Jobs', jobRows(given.jobs)],
    ['queues', 'Queues', queueRows(given.queues)],
    ['stripe', 'Stripe', stripeRows(given.stripeEvents)],
    ['bank', 'Banks', bankRows(given.payoutAccounts)],
    ['requests', 'Requests', requestRows(given.requests)],
    ['functions', 'Functions', invocationRows(given.invocations)],
    [
      'accounts',
      'Accounts',
      given.accounts.length === 0
        ? none('No demo accounts: this market was not seeded.')
        : table(
            'Demo accounts',
            ['Email', 'Password', 'What it shows'],
            given.accounts.map(
              ({ email, password, note }) => html`<tr><td>${email}</td><td>${password}</td><td>${note}</td></tr>`,
            ),
          ),
    ],
  ]
  return page(
    'Control',
    html`<h1>Darkslide on this machine</h1><nav aria-label="Parts of this page">${sections.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}<a href="/__local">Refresh</a><a href="/">Market</a></nav>
${sections.map(([id, title, body]) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`)}`,
  )
}

export const mailListPage = (mails: readonly Mail[]) =>
  page('Mail', html`<p><a href="/__local">Control</a></p><h1>Mail</h1>${mailRows(mails.toReversed())}`)

export const mailPage = (mail: Mail) => {
  const code = codeIn(mail.text ?? mail.html)
  const links = linksIn(mail)
  return page(
    mail.subject,
    html`<p><a href="/__local#mail">Control</a> · <a href="/__local/mail">All mail</a></p><h1>${mail.subject}</h1>
<p class="quiet">${time(mail.at)} UTC<br>From ${mail.from}<br>To ${mail.to.join(', ')}</p>
${mail.tags?.photographer === undefined ? '' : button(`/__local/api/mail/${mail.id}/complain`, 'Report as unwanted', mail.subject)}
${code === undefined ? '' : html`<p class="code">${code}</p>`}
${links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
${mail.html === undefined ? html`<pre>${mail.text ?? ''}</pre>` : html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/__local/mail/${mail.id}/body"></iframe>`}`,
  )
}
