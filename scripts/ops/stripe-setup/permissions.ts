import { Stripe } from 'stripe'

/** One thing that the product or this command asks of Stripe, tried in a way that changes nothing. */
export type Permission = {
  /** As the page of a restricted key names it. */
  readonly resource: string
  readonly access: 'Read' | 'Write'
  /** Connect: the column of that page for what belongs to photographers' accounts. */
  readonly column: 'own account' | 'Connect'
  readonly attempt: (stripe: Stripe, connectedAccount: string | undefined) => Promise<unknown>
}

/** Nothing bears these ids: a change that names one is refused for that, after the permission was looked at. */
const nothing = (prefix: string) => `${prefix}_none`
const page = { limit: 1 }
const read = (resource: string, attempt: Permission['attempt']): Permission => ({
  resource,
  access: 'Read',
  column: 'own account',
  attempt,
})
const write = (resource: string, attempt: Permission['attempt']): Permission => ({
  resource,
  access: 'Write',
  column: 'own account',
  attempt,
})

/** Every resource that `functions/` and this command call, as docs/deploying.md lists them. */
export const permissions: readonly Permission[] = [
  write('Checkout Sessions', (stripe) => stripe.checkout.sessions.expire(nothing('cs_test'))),
  read('PaymentIntents', (stripe) => stripe.paymentIntents.list(page)),
  write('Charges and Refunds', (stripe) => stripe.refunds.create({ charge: nothing('ch') })),
  read('Charges and Refunds', (stripe) => stripe.charges.list(page)),
  read('Disputes', (stripe) => stripe.disputes.list(page)),
  read('Balance', (stripe) => stripe.balance.retrieve()),
  read('Balance Transactions', (stripe) => stripe.balanceTransactions.list(page)),
  write('Balance Settings', (stripe) => stripe.balanceSettings.update({})),
  write('Transfers', (stripe) => stripe.transfers.createReversal(nothing('tr'))),
  read('Events', (stripe) => stripe.events.list(page)),
  write('Webhook Endpoints', (stripe) => stripe.webhookEndpoints.update(nothing('we'), {})),
  write('Customers', (stripe) => stripe.customers.del(nothing('cus'))),
  write('Products and Prices', (stripe) => stripe.prices.create({ currency: 'gbp', product: nothing('prod') })),
  write('Subscriptions', (stripe) => stripe.subscriptions.update(nothing('sub'), {})),
  read('Invoices', (stripe) => stripe.invoices.list(page)),
  write('Customer Portal', (stripe) => stripe.billingPortal.sessions.create({ customer: nothing('cus') })),
  write('Payment Method Configurations', (stripe) =>
    stripe.paymentMethodConfigurations.update(nothing('pmc'), { card: { display_preference: { preference: 'on' } } }),
  ),
  write('Accounts', (stripe) => stripe.accounts.del(nothing('acct'))),
  write('Account Links', (stripe) =>
    stripe.accountLinks.create({
      account: nothing('acct'),
      type: 'account_onboarding',
      refresh_url: 'https://example.com',
      return_url: 'https://example.com',
    }),
  ),
  write('Login Links', (stripe) => stripe.accounts.createLoginLink(nothing('acct'))),
  {
    resource: 'Payouts',
    access: 'Read',
    column: 'Connect',
    attempt: async (stripe, connectedAccount) =>
      connectedAccount === undefined ? undefined : stripe.payouts.list(page, { stripeAccount: connectedAccount }),
  },
]

/**
 * Whether an answer says that the key may not: 403 says so (https://docs.stripe.com/keys/restricted-api-keys), but for
 * `account_invalid`, which speaks of the account that was named. Every other refusal came after the permission was looked at.
 */
export const isForbidden = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 403 && error.code !== 'account_invalid'

/** @returns what the key may not do. @throws when Stripe cannot be asked at all. */
export const missingPermissions = async (stripe: Stripe): Promise<readonly Permission[]> => {
  const connectedAccount = await stripe.accounts.list(page).then(
    ({ data }) => data[0]?.id,
    () => undefined,
  )
  const missing: Permission[] = []
  for (const permission of permissions) {
    try {
      await permission.attempt(stripe, connectedAccount)
    } catch (error) {
      if (isForbidden(error)) missing.push(permission)
      else if (!isAnswer(error)) throw error
    }
  }
  return missing
}

/** A refusal of the request itself; a wrong key, a limit or an outage says nothing of permissions. */
const isAnswer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && [400, 402, 403, 404].includes(error.statusCode ?? 0)
