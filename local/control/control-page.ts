import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendJson } from '#local/http/body.ts'
import type { LoggedRequest } from '#local/http/request-log.ts'
import type { Invocation } from '#local/lambda/invoker.ts'
import type { LocalSystem, QueueState } from '#local/local-system.ts'
import type { Complain } from '#local/mail/complaints.ts'
import type { Outbox } from '#local/mail/outbox.ts'
import type { Queues } from '#local/queues/queues.ts'
import type { ScheduledJob } from '#local/schedules/timeline.ts'
import { ControlRefusal } from '#local/stripe/control.ts'
import type { StripeServer } from '#local/stripe/start-stripe.ts'
import { mailListPage, mailPage, type Overview, overviewPage } from './views.ts'

export type ControlParts = {
  readonly siteUrl: string
  readonly clock: LocalSystem['clock']
  readonly offsetMs: () => number
  /** The edge's, for the operator's commands. */
  readonly forget?: (items: readonly string[]) => void
  readonly outbox: Outbox
  /** What the reader of a mail may tell the mail provider. */
  readonly complain?: Complain
  readonly queues: Queues
  readonly queueStates: () => readonly QueueState[]
  readonly jobs: () => readonly ScheduledJob[]
  readonly runJob: (name: string) => Promise<unknown>
  readonly requests: () => readonly LoggedRequest[]
  readonly invocations: () => readonly Invocation[]
  readonly stripe: StripeServer
  readonly accounts?: () => Overview['accounts']
  /** By entry, for the operator's commands: they act as the function that they name. */
  readonly environments?: () => Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Inline styles are this page's and its mails' own; there is no script. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; frame-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'"

/** A hundred years: farther than any date that the product writes. */
const furthestMs = 100 * 366 * 86_400_000

/**
 * `/__local`: what somebody who tries the system out wants to see and do. Never part of a deployment. Only this
 * machine's own pages may use it: another site's form or a name that points here is refused.
 */
export const controlPage = (parts: ControlParts) => {
  const { siteUrl, clock, outbox, queues, stripe } = parts
  const own = new URL(siteUrl)
  const isOwnHost = (host: string | undefined) =>
    host !== undefined && (host === own.host || host === `127.0.0.1:${own.port}`)

  const send = (response: ServerResponse, status: number, text: string) => {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    response.end(text)
  }

  const overview = async (): Promise<Overview> => {
    const { events, accounts: payoutAccounts } = await stripe.control.overview({})
    return {
      now: clock.now(),
      offsetMs: parts.offsetMs(),
      mails: outbox.all(),
      queues: parts.queueStates(),
      jobs: parts.jobs(),
      requests: parts.requests(),
      invocations: parts.invocations(),
      stripeEvents: events,
      payoutAccounts,
      accounts: parts.accounts?.() ?? [],
    }
  }

  /** What is looked at as JSON, by tests and scripts. */
  const views: Record<string, () => unknown> = {
    outbox: () => outbox.all(),
    queues: parts.queueStates,
    'dead-letters': () =>
      queues
        .all()
        .filter(({ plan }) =>
          parts.queueStates().some(({ name, isDeadLetters }) => isDeadLetters && name === plan.name),
        )
        .flatMap((queue) => queue.messages().map(({ id, body }) => ({ queue: queue.plan.name, id, body }))),
    clock: () => ({ now: clock.now().toISOString(), offsetMs: parts.offsetMs() }),
    jobs: parts.jobs,
    requests: parts.requests,
    invocations: parts.invocations,
    stripe: () => stripe.control.overview({}),
    environments: () => parts.environments?.() ?? {},
  }

  /** What is done, and where a form's answer leads. */
  const act = async (
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ back: string } | { refusal: string } | undefined> => {
    if (path === 'clock/advance') {
      const ms = fields.ms === undefined ? Number(fields.hours) * 3_600_000 : Number(fields.ms)
      if (!(ms > 0 && ms <= furthestMs)) return { refusal: 'Time only moves forward, by at most a hundred years.' }
      await clock.advance(ms)
      return { back: 'clock' }
    }
    const [kind = '', name = '', action = ''] = path.split('/').map(decodeURIComponent)
    if (kind === 'jobs' && action === 'run' && parts.jobs().some((job) => job.name === name)) {
      await parts.runJob(name).catch(() => {})
      return { back: 'jobs' }
    }
    if (path === 'edge/forget') {
      parts.forget?.((fields.items ?? '').split('\n').filter((item) => item !== ''))
      return { back: 'requests' }
    }
    if (kind === 'queues' && action === 'redrive') {
      queues.redrive(name)
      return { back: 'queues' }
    }
    const mail = kind === 'mail' && action === 'complain' ? outbox.find(name) : undefined
    if (mail) {
      parts.complain?.(mail)
      return { back: 'mail' }
    }
    if (kind === 'bank' && (action === 'fail' || action === 'arrive')) {
      const act = action === 'fail' ? stripe.control.failBankPayout : stripe.control.arriveBankPayout
      try {
        await act({ account: name })
      } catch (error) {
        if (error instanceof ControlRefusal) return { refusal: error.message }
        throw error
      }
      return { back: 'bank' }
    }
    if (kind === 'stripe' && action === 'resend') {
      await stripe.control.resend({ event: name })
      return { back: 'stripe' }
    }
    return undefined
  }

  const fieldsOf = async (request: IncomingMessage): Promise<Record<string, string>> => {
    const text = (await readBody(request, 65_536)).toString('utf8')
    if (!request.headers['content-type']?.startsWith('application/json'))
      return Object.fromEntries(new URLSearchParams(text))
    const given: unknown = JSON.parse(text || '{}')
    return Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]))
  }

  const post = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    if ((origin !== undefined && !isOwnHost(URL.parse(origin)?.host)) || (site !== undefined && site !== 'same-origin'))
      return sendJson(response, 403, { error: 'Only the pages of this machine may do that.' })
    const result = await act(path, await fieldsOf(request))
    if (result === undefined) return sendJson(response, 404, { error: 'There is no such control.' })
    if ('refusal' in result) return sendJson(response, 400, { error: result.refusal })
    if (request.headers['content-type']?.startsWith('application/json')) return sendJson(response, 200, { done: true })
    response.writeHead(303, { location: `/__local#${result.back}`, 'cache-control': 'no-store' })
    return response.end()
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    if (!isOwnHost(request.headers.host)) return sendJson(response, 403, { error: 'Ask for localhost.' })
    const path = url.pathname.replace(/^\/__local\/?/, '')
    if (request.method === 'POST' && path.startsWith('api/')) return post(request, response, path.slice('api/'.length))
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendJson(response, 405, { error: 'Only GET.' })
    if (path === '') return send(response, 200, overviewPage(await overview()))
    if (path === 'mail') return send(response, 200, mailListPage(outbox.all()))
    const view = path.startsWith('api/') ? views[path.slice('api/'.length)] : undefined
    if (view) return sendJson(response, 200, await view())
    const [kind, id = '', part] = path.split('/')
    const mail = kind === 'mail' ? outbox.find(id) : undefined
    if (mail && part === undefined) return send(response, 200, mailPage(mail))
    if (mail && part === 'body') return send(response, 200, `<base target="_blank">${mail.html ?? ''}`)
    return sendJson(response, 404, { error: 'There is no such page.' })
  }
}
