import { asDay, type Html, html, inPounds } from '../pages/html.ts'
import { type Page, page, redirect, sentencePage } from '../pages/layout.ts'
import { behaviourOf, newCard } from '../payments/cards.ts'
import type { PortalSession, Subscription } from '../wire.ts'
import { pagePath, type World } from '../world.ts'
import { collect } from './invoices.ts'
import { keepCard } from './subscribing.ts'
import { setCancelAtPeriodEnd } from './subscriptions.ts'

/** A portal link works for an hour; Stripe's are short-lived too. */
const LIVES_S = 60 * 60

const pathOf = (session: PortalSession) => `/p/session/${session.id}`

const usable = (world: World, id: string) => {
  const session = world.state.portalSessions.find(id)
  return session && session.created + LIVES_S > world.now() ? session : undefined
}

const gone = (world: World) =>
  sentencePage(world, {
    title: 'This page has expired',
    status: 404,
    sentence: 'Go back to the site and open your subscription from there.',
  })

/** `GET /p/session/{session}` */
export const showPortal = (world: World, id: string): Page => {
  const session = usable(world, id)
  return session ? portalPage(world, session, null) : gone(world)
}

/** `POST /p/session/{session}` */
export const submitPortal = (world: World, id: string, form: URLSearchParams): Page => {
  const session = usable(world, id)
  if (!session) return gone(world)
  const subscription = world.state.subscriptions.find(form.get('subscription') ?? '')
  if (subscription?.customer !== session.customer || subscription.status === 'canceled') {
    return portalPage(world, session, 'This subscription has ended.')
  }
  const problem = act(world, subscription, form)
  return problem === null ? redirect(pagePath(world, pathOf(session))) : portalPage(world, session, problem)
}

/** Does what was asked; a sentence when that was refused. */
const act = (world: World, subscription: Subscription, form: URLSearchParams): string | null => {
  switch (form.get('action')) {
    case 'cancel':
      setCancelAtPeriodEnd(world, subscription, { cancels: true, byPortal: true })
      return null
    case 'resume':
      setCancelAtPeriodEnd(world, subscription, { cancels: false, byPortal: true })
      return null
    case 'card':
      return changeCard(world, subscription, (form.get('number') ?? '').replaceAll(/[\s-]/g, ''))
    case 'fail-next': {
      const card = world.state.savedCards.find(subscription.default_payment_method ?? '')
      if (card) card.failNext = true
      return null
    }
    case 'pay': {
      const invoice = world.state.invoices.find(subscription.latest_invoice ?? '')
      return invoice?.status === 'open' ? (collect(world, invoice)?.message ?? null) : null
    }
    default:
      return null
  }
}

const changeCard = (world: World, subscription: Subscription, number: string) => {
  const { refusal } = behaviourOf(number)
  if (refusal) return refusal.message
  const customer = world.state.customers.find(subscription.customer)
  const holder = { name: customer?.name ?? null, email: customer?.email ?? null }
  const method = newCard(world, { number, holder, customer: subscription.customer })
  keepCard(world, method, subscription.customer)
  const previous = { default_payment_method: subscription.default_payment_method }
  subscription.default_payment_method = method.id
  world.emit('payment_method.attached', method)
  world.emit('customer.subscription.updated', subscription, { previous })
  return null
}

const portalPage = (world: World, session: PortalSession, problem: string | null): Page => {
  const subscriptions = [...world.state.subscriptions.where('customer', session.customer)].reverse()
  const invoices = [...world.state.invoices.where('customer', session.customer)].reverse().slice(0, 12)
  return page(world, {
    title: 'Your subscription',
    leads: [session.return_url],
    main: html`<h1>Your subscription</h1>
${problem === null ? null : html`<p class="alert" role="alert">${problem}</p>`}
${subscriptions.length === 0 ? html`<p>There is no subscription.</p>` : subscriptions.map((one) => subscriptionPart(world, session, one))}
<h2>Invoices</h2>
<table><tbody>${invoices.map(
      (invoice) =>
        html`<tr><th scope="row">${asDay(invoice.created)}</th><td>${invoice.status}</td><td class="amount">${inPounds(invoice.total)}</td></tr>`,
    )}</tbody></table>
${session.return_url === null ? null : html`<p class="cancel"><a href="${session.return_url}">Return to the site</a></p>`}`,
  })
}

const subscriptionPart = (world: World, session: PortalSession, subscription: Subscription): Html => {
  const [item] = subscription.items.data
  const product = world.state.products.find(item?.price.product ?? '')
  const method = world.state.paymentMethods.find(subscription.default_payment_method ?? '')
  const ends = asDay(item?.current_period_end ?? 0)
  const overdue = world.state.invoices.find(subscription.latest_invoice ?? '')?.status === 'open'
  const button = (
    action: string,
    label: string,
    quiet: boolean,
  ) => html`<form method="post" action="${pagePath(world, pathOf(session))}">
<input type="hidden" name="subscription" value="${subscription.id}">
<button type="submit"${quiet ? html` class="quiet"` : null} name="action" value="${action}">${label}</button>
</form>`
  const price = html`<p>${product?.name ?? 'Subscription'}: ${inPounds(item?.price.unit_amount ?? 0)} a ${item?.price.recurring?.interval ?? 'month'}</p>`
  if (subscription.status === 'canceled') return html`${price}<p>Ended on ${asDay(subscription.ended_at ?? 0)}.</p>`
  return html`${price}
<p>${subscription.cancel_at !== null ? `Cancelled. It ends on ${ends}.` : `It renews on ${ends}.`}</p>
${overdue ? html`<p class="alert">The last payment failed.</p>${button('pay', 'Pay now', false)}` : null}
${subscription.cancel_at !== null ? button('resume', 'Resume subscription', false) : button('cancel', 'Cancel subscription', true)}
<h2>Card</h2>
<p>Card ending in ${method?.card?.last4 ?? '????'}</p>
<form method="post" action="${pagePath(world, pathOf(session))}">
<input type="hidden" name="subscription" value="${subscription.id}">
<label for="number-${subscription.id}">New card number</label>
<input id="number-${subscription.id}" name="number" inputmode="numeric" autocomplete="cc-number" required value="4242 4242 4242 4242">
<button type="submit" class="quiet" name="action" value="card">Update card</button>
</form>
<h2>For testing</h2>
${button('fail-next', 'Make the next payment fail', true)}`
}
