import { createServer } from 'node:http'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { expressAccount } from '#functions/payments/stripe-payouts.ts'
import { type StripeOptions, startStripe } from '#local/stripe/start-stripe.ts'

export const START = Date.parse('2030-01-01T10:00:00Z')
export const PLATFORM_SECRET = 'whsec_platform'
export const CONNECT_SECRET = 'whsec_connect'

type Received = { event: Stripe.Event; endpoint: 'platform' | 'connect'; signature: string; body: string }

/** A receiver of webhooks that answers with `status` and remembers what came. */
export const webhookReceiver = async () => {
  const received: Received[] = []
  const answers = { status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({
      event: JSON.parse(body),
      endpoint: request.url === '/platform' ? 'platform' : 'connect',
      signature: String(request.headers['stripe-signature']),
      body,
    })
    response.writeHead(answers.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  return {
    received,
    answers,
    types: () => received.map(({ event }) => event.type),
    endpoints: [
      { url: `${url}/platform`, secret: PLATFORM_SECRET, kind: 'platform' as const },
      { url: `${url}/connect`, secret: CONNECT_SECRET, kind: 'connect' as const },
    ],
  }
}

export const clientOf = (url: string, more: { apiKey?: string; maxNetworkRetries?: number } = {}) => {
  const { hostname, port } = new URL(url)
  return new Stripe(more.apiKey ?? 'sk_test_darkslide', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: more.maxNetworkRetries ?? 0,
    telemetry: false,
  })
}

/** A stand-in of this test's own, the real SDK pointed at it, and a clock that only the test moves. */
export const standIn = async (options: Partial<StripeOptions> = {}) => {
  let now = START
  const server = await startStripe({ clock: () => new Date(now), tickEveryMs: 0, ...options })
  let closed = false
  const close = async () => {
    if (!closed) await server.close()
    closed = true
  }
  onTestFinished(close)
  const stripe = clientOf(server.url)
  const seconds = () => Math.floor(now / 1000)
  return {
    url: server.url,
    control: server.control,
    stripe,
    close,
    seconds,
    async advance(ms: number) {
      now += ms
      await server.control.tick({})
    },
  }
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export type StandIn = Awaited<ReturnType<typeof standIn>>

export const oneLine = (pence: number, name = 'Harbour at dawn') => ({
  quantity: 1,
  price_data: { currency: 'gbp', unit_amount: pence, product_data: { name } },
})

/** An open session for one photo. */
export const openSession = (
  { stripe }: { stripe: Stripe },
  overrides: Stripe.Checkout.SessionCreateParams & { pence?: number } = {},
) => {
  const { pence = 1500, ...params } = overrides
  return stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.test/purchase-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.test/cart',
    customer_email: 'buyer@example.com',
    metadata: { order_id: 'order-1' },
    payment_intent_data: { transfer_group: 'order-1' },
    line_items: [oneLine(pence)],
    ...params,
  })
}

/** A paid session with its charge. */
export const paidCharge = async (
  local: StandIn,
  overrides: Parameters<typeof openSession>[1] & { card?: string } = {},
) => {
  const { card, ...params } = overrides
  const session = await openSession(local, params)
  await local.control.pay({ session: session.id, ...(card ? { card } : {}) })
  const paid = await local.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
  const intent = paid.payment_intent
  if (intent === null || typeof intent === 'string') throw new Error('not expanded')
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string') throw new Error('not expanded')
  return { session: paid, intent, charge }
}

/** A connected account that may be paid. */
export const onboardedAccount = async ({ stripe, control }: StandIn) => {
  const account = await stripe.accounts.create({ ...expressAccount(false), email: 'seller@example.com' })
  await control.completeOnboarding({ account: account.id })
  return stripe.accounts.retrieve(account.id)
}

/** The account's money stays until its owner sends for it, instead of going to the bank every day. */
export const keptAtStripe = ({ stripe }: Pick<StandIn, 'stripe'>, stripeAccount?: string) =>
  stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'manual' } } } },
    stripeAccount === undefined ? {} : { stripeAccount },
  )

/** What a call was refused with. */
export const refusal = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error('The call was not refused by Stripe.', { cause: outcome })
}
