import { Stripe } from 'stripe'
import { api } from '#schema/api/all.ts'
import { type Account, galleryOnSale, openCheckout, type Running } from './running.ts'

/** Stripe as an operator sees it. */
export const operatorsStripe = ({ system }: Pick<Running, 'system'>): Stripe => {
  const { hostname, port } = new URL(system.stripe.url)
  return new Stripe(system.secrets.STRIPE_SECRET_ID.secretKey, { host: hostname, port, protocol: 'http' })
}

/** A gallery of this photographer's with one photo of £15, which somebody has just bought; £13.50 are theirs. */
export const soldBy = async (running: Running, account: Account, title = `Gallery of ${account.email}`) => {
  const { system } = running
  const { gallery, photo } = await galleryOnSale(running, account, title)
  const { orderId, sessionId } = await openCheckout(running, [photo.id])
  await system.stripe.control.pay({ session: sessionId })
  await system.drainQueues()
  const session = await operatorsStripe(running).checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
  const intent = session.payment_intent
  if (intent === null || typeof intent === 'string') throw new Error('It was paid.')
  return { gallery, photo, orderId, sessionId, chargeId: String(intent.latest_charge) }
}

/** Lets 48 hours pass, so that what was sold can be paid out. */
export const holdsOver = async ({ system }: Pick<Running, 'system'>): Promise<void> => {
  await system.clock.advance(48.2 * 3_600_000)
  await system.drainQueues()
}

/** Sets up the payout account, as the card provider's pages do. */
export const readyForPayouts = async (running: Running, { own }: Account): Promise<void> => {
  await own.call(api.payouts.endpoints.setUpAccount, {})
  const [account] = (await operatorsStripe(running).accounts.list({ limit: 1 })).data
  await running.system.stripe.control.completeOnboarding({ account: account?.id ?? '' })
  await running.system.drainQueues()
}

export const paidOut = async (running: Running, { own }: Account): Promise<void> => {
  await own.call(api.payouts.endpoints.request, {})
  await running.system.drainQueues()
}
