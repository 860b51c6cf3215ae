import { createHmac } from 'node:crypto'

/** The `Stripe-Signature` header for a body sent at `timestamp`: https://docs.stripe.com/webhooks#verify-manually */
export const signatureHeader = (signed: { body: string; secret: string; timestamp: number }) => {
  const v1 = createHmac('sha256', signed.secret).update(`${signed.timestamp}.${signed.body}`).digest('hex')
  return `t=${signed.timestamp},v1=${v1}`
}
