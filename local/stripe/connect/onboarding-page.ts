import { html } from '../pages/html.ts'
import { type Page, page, redirect, sentencePage } from '../pages/layout.ts'
import { pagePath, type World } from '../world.ts'
import { awaitVerification, completeOnboarding } from './account-changes.ts'

/** The link of the page, if it may still be used: links live five minutes and work once. */
const usable = (world: World, id: string) => {
  const link = world.state.accountLinks.find(id)
  const account = world.state.accounts.find(link?.account ?? '')
  if (!link || !account) return undefined
  return { link, account, over: link.used || link.expiresAt <= world.now() }
}

const unknown = (world: World) =>
  sentencePage(world, {
    title: 'Page not found',
    status: 404,
    sentence: 'There is no account to set up at this address.',
  })

/** `GET /setup/e/{link}` */
export const showOnboarding = (world: World, id: string): Page => {
  const found = usable(world, id)
  if (!found) return unknown(world)
  if (found.over) return redirect(found.link.refreshUrl)
  return page(world, {
    title: 'Set up payouts',
    leads: [found.link.returnUrl, found.link.refreshUrl],
    main: html`<h1>Set up payouts</h1>
<p>Here a photographer gives the details that payouts need. Any values will do.</p>
<form method="post" action="${pagePath(world, `/setup/e/${id}`)}">
<label for="first-name">First name</label>
<input id="first-name" name="first-name" autocomplete="given-name" value="Test">
<label for="last-name">Last name</label>
<input id="last-name" name="last-name" autocomplete="family-name" value="Photographer">
<div class="pair">
<div><label for="sort-code">Sort code</label>
<input id="sort-code" name="sort-code" inputmode="numeric" value="10-88-00"></div>
<div><label for="account-number">Account number</label>
<input id="account-number" name="account-number" inputmode="numeric" value="00012345"></div>
</div>
<button type="submit" name="outcome" value="complete">Submit details</button>
<button type="submit" class="quiet" name="outcome" value="pending">Submit, and leave them unverified</button>
<button type="submit" class="quiet" name="outcome" value="later">Finish later</button>
</form>`,
  })
}

/** `POST /setup/e/{link}` */
export const submitOnboarding = (world: World, id: string, form: URLSearchParams): Page => {
  const found = usable(world, id)
  if (!found) return unknown(world)
  const { link, account, over } = found
  if (over) return redirect(link.refreshUrl)
  link.used = true
  const outcome = form.get('outcome')
  if (outcome === 'pending') awaitVerification(world, account)
  else if (outcome !== 'later') {
    completeOnboarding(world, account, {
      last4: (form.get('account-number') ?? '').replaceAll(/\D/g, '').slice(-4) || '2345',
    })
  }
  return redirect(link.returnUrl)
}
