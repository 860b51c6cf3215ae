import { type Html, html, inPounds } from '../pages/html.ts'
import { type Page, page, redirect, sentencePage } from '../pages/layout.ts'
import { testCards } from '../payments/cards.ts'
import type { CheckoutSession, LineItem } from '../wire.ts'
import { pagePath, type World } from '../world.ts'
import { type Attempt, answerBank, askedIntent, closedReason, pay } from './paying.ts'

/** `GET /c/pay/{session}` */
export const showCheckout = (world: World, id: string): Page => {
  const session = world.state.checkoutSessions.find(id)
  if (!session) return unknownPage(world)
  const closed = closedReason(world, session)
  if (closed) return closedPage(world, session, closed)
  return askedIntent(world, session) ? bankPage(world, session) : paymentPage(world, session)
}

/** `POST /c/pay/{session}`: the payment form, or the answer to the bank's question. */
export const submitCheckout = (world: World, id: string, form: URLSearchParams): Page => {
  const session = world.state.checkoutSessions.find(id)
  if (!session) return unknownPage(world)
  const answer = form.get('bank')
  const attempt =
    answer === null
      ? pay(world, session, { number: numberOf(form), holder: holderOf(session, form) })
      : answerBank(world, session, answer === 'confirm')
  return afterAttempt(world, session, attempt)
}

const afterAttempt = (world: World, session: CheckoutSession, attempt: Attempt): Page => {
  switch (attempt.outcome) {
    case 'paid':
      return redirect(attempt.redirect)
    case 'asking':
      return bankPage(world, session)
    case 'refused':
      return paymentPage(world, session)
    case 'closed':
      return closedPage(world, session, attempt.reason)
  }
}

const numberOf = (form: URLSearchParams) => (form.get('number') ?? '').replaceAll(/[\s-]/g, '')

const filled = (value: string | null) => (value === null || value.trim() === '' ? null : value.trim().slice(0, 512))

const holderOf = (session: CheckoutSession, form: URLSearchParams) => ({
  email: session.customer_email ?? filled(form.get('email')),
  name: filled(form.get('name')),
})

const unknownPage = (world: World) =>
  sentencePage(world, {
    title: 'Page not found',
    status: 404,
    sentence: 'There is no payment at this address.',
  })

const closedPage = (world: World, session: CheckoutSession, reason: 'complete' | 'expired') => {
  const back = session.cancel_url === null ? undefined : { label: 'Back to the shop', url: session.cancel_url }
  return reason === 'complete'
    ? sentencePage(world, {
        title: 'Already paid',
        sentence: 'This payment has been made. You have not been charged again.',
        back,
      })
    : sentencePage(world, {
        title: 'Expired',
        sentence: 'This payment page has expired. Go back and start again.',
        back,
      })
}

const leads = (session: CheckoutSession) => [session.success_url, session.cancel_url]

const linesTable = (session: CheckoutSession, lines: readonly LineItem[]): Html => html`<table>
<caption class="hint">What you are paying for</caption>
<tbody>${lines.map(
  (
    line,
  ) => html`<tr><th scope="row">${line.description}${(line.quantity ?? 1) > 1 ? ` × ${line.quantity}` : ''}</th><td class="amount">${inPounds(line.amount_total)}</td></tr>
`,
)}</tbody>
<tfoot><tr><th scope="row">Total</th><td class="amount">${inPounds(session.amount_total ?? 0)}</td></tr></tfoot>
</table>`

const paymentPage = (world: World, session: CheckoutSession): Page => {
  const plan = world.state.checkoutPlans.find(session.id)
  const lines = plan?.lineItems ?? []
  const refusal = plan?.lastRefusal ?? null
  const total = inPounds(session.amount_total ?? 0)
  const subscribing = session.mode === 'subscription'
  const known = session.customer_email ?? session.customer_details?.email ?? ''
  return page(world, {
    title: `${subscribing ? 'Subscribe' : 'Pay'} ${total}`,
    leads: leads(session),
    main: html`<h1>${subscribing ? 'Subscribe' : 'Pay'} ${total}</h1>
${linesTable(session, lines)}
${refusal === null ? null : html`<p class="alert" role="alert">${refusal}</p>`}
<form method="post" action="${pagePath(world, `/c/pay/${session.id}`)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${known}"${session.customer_email === null ? null : html` readonly`}>
<fieldset>
<legend>Card</legend>
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" list="test-cards" value="4242 4242 4242 4242">
<datalist id="test-cards">${[...testCards].map(([number, { about }]) => html`<option value="${number}">${about}</option>`)}</datalist>
<div class="pair">
<div><label for="expiry">Expiry (MM / YY)</label>
<input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" value="12 / 34"></div>
<div><label for="cvc">Security code</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" value="123"></div>
</div>
<label for="name">Name on card</label>
<input id="name" name="name" autocomplete="cc-name">
</fieldset>
<button type="submit">${subscribing ? 'Subscribe' : 'Pay'} ${total}</button>
</form>
${session.cancel_url === null ? null : html`<p class="cancel"><a href="${session.cancel_url}">Cancel</a></p>`}
<details>
<summary>Test cards</summary>
<table><tbody>${[...testCards].map(([number, { about }]) => html`<tr><th scope="row"><code>${number}</code></th><td>${about}</td></tr>`)}</tbody></table>
</details>`,
  })
}

const bankPage = (world: World, session: CheckoutSession): Page =>
  page(world, {
    title: 'Confirm with your bank',
    leads: leads(session),
    main: html`<h1>Confirm with your bank</h1>
<p>Your card asks you to confirm this payment of ${inPounds(session.amount_total ?? 0)} (3-D Secure).</p>
<form method="post" action="${pagePath(world, `/c/pay/${session.id}`)}">
<button type="submit" name="bank" value="confirm">Confirm payment</button>
<button type="submit" class="quiet" name="bank" value="refuse">Refuse</button>
</form>`,
  })
