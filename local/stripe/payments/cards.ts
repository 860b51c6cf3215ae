import type { PaymentMethod } from '../wire.ts'
import type { World } from '../world.ts'

export type Refusal = { code: string; declineCode: string | null; message: string }

type CardBehaviour = {
  about: string
  brand: 'visa' | 'mastercard'
  /** Why a payment with its holder present is refused. */
  refusal?: Refusal
  asksHolder?: true
  /** Refused when charged later, without its holder. */
  failsLater?: true
  /** Its money may be used at once. */
  settlesAtOnce?: true
}

const declined: Refusal = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' }

/** Stripe's test cards, as far as they make a difference here: https://docs.stripe.com/testing */
export const testCards: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
  ['4242424242424242', { about: 'pays', brand: 'visa' }],
  ['5555555555554444', { about: 'pays', brand: 'mastercard' }],
  ['4000000000000002', { about: 'is declined', brand: 'visa', refusal: declined }],
  [
    '4000000000009995',
    {
      about: 'has insufficient funds',
      brand: 'visa',
      refusal: { ...declined, declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    },
  ],
  [
    '4000000000000069',
    {
      about: 'has expired',
      brand: 'visa',
      refusal: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
    },
  ],
  ['4000002500003155', { about: 'asks its holder (3-D Secure)', brand: 'visa', asksHolder: true }],
  ['4000000000000341', { about: 'pays now and fails at the next renewal', brand: 'visa', failsLater: true }],
  ['4000000000000077', { about: 'pays, and its money settles at once', brand: 'visa', settlesAtOnce: true }],
])

export const behaviourOf = (number: string): CardBehaviour =>
  testCards.get(number) ?? {
    about: 'is not a test card',
    brand: 'visa',
    refusal: isCardNumber(number)
      ? {
          ...declined,
          declineCode: 'test_mode_live_card',
          message: 'Your card was declined. Use one of the test cards.',
        }
      : { code: 'incorrect_number', declineCode: null, message: 'Your card number is incorrect.' },
  }

/** The check digit of ISO/IEC 7812. */
const isCardNumber = (number: string) => {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

export type Holder = { name: string | null; email: string | null }

const unknownAddress = { city: null, country: 'GB', line1: null, line2: null, postal_code: null, state: null }

const billingDetails = ({ name, email }: Holder) => ({
  address: unknownAddress,
  email,
  name,
  phone: null,
  tax_id: null,
})

const EXPIRY = { exp_month: 12, exp_year: 2034 }

/** A card as a payment method, remembered with the way it behaves. */
export const newCard = (
  world: World,
  card: { number: string; holder: Holder; customer: string | null },
): PaymentMethod => {
  const { number, holder, customer } = card
  const method: PaymentMethod = {
    id: world.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: billingDetails(holder),
    card: {
      brand: behaviourOf(number).brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'GB',
      display_brand: behaviourOf(number).brand,
      ...EXPIRY,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [behaviourOf(number).brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  world.state.paymentMethods.put(method)
  world.state.savedCards.put({ id: method.id, number, customer, failNext: false })
  return method
}

/** How a charge shows the method that paid it. */
export const methodDetails = (method: PaymentMethod, asked: boolean) =>
  method.card
    ? {
        type: 'card',
        card: {
          amount_authorized: null,
          authorization_code: null,
          brand: method.card.brand,
          checks: method.card.checks,
          country: 'GB',
          electronic_commerce_indicator: asked ? '05' : null,
          ...EXPIRY,
          fingerprint: null,
          funding: 'credit',
          installments: null,
          last4: method.card.last4,
          mandate: null,
          network: method.card.brand,
          network_transaction_id: null,
          regulated_status: 'unregulated',
          three_d_secure: null,
          transaction_link_id: null,
          wallet: null,
        },
      }
    : {
        type: 'bacs_debit',
        bacs_debit: { fingerprint: null, last4: '2345', mandate: null, sort_code: '108800' },
      }
