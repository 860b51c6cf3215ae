import { asDay, type Html, html, inPounds } from '../pages/html.ts'
import { type Page, page, sentencePage } from '../pages/layout.ts'
import { balanceOf } from '../payments/balance-ledger.ts'
import type { World } from '../world.ts'

const ROWS = 20

/** `GET /express/{account}`: what a photographer sees of their own account. */
export const showExpress = (world: World, id: string): Page => {
  const account = world.state.accounts.find(id)
  if (!account) {
    return sentencePage(world, {
      title: 'Page not found',
      status: 404,
      sentence: 'There is no account at this address.',
    })
  }
  const { available, pending } = balanceOf(world, id)
  const transfers = [...world.state.transfers.where('destination', id)].reverse().slice(0, ROWS)
  const payouts = [...world.state.payouts.where('owner', id)].reverse().slice(0, ROWS)
  return page(world, {
    title: 'Your payouts',
    main: html`<h1>Your payouts</h1>
<table><tbody>
${row('Available', null, available)}
${row('On its way', null, pending)}
</tbody></table>
<h2>Received</h2>
<table><tbody>${transfers.map((transfer) => row(asDay(transfer.created), transfer.reversed ? 'reversed' : null, transfer.amount))}</tbody></table>
<h2>Sent to your bank</h2>
<table><tbody>${payouts.map(({ payout }) => row(asDay(payout.created), payout.status, payout.amount))}</tbody></table>`,
  })
}

const row = (name: string, note: string | null, pence: number): Html =>
  html`<tr><th scope="row">${name}</th><td>${note}</td><td class="amount">${inPounds(pence)}</td></tr>`
