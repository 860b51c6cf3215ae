import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { expressAccount } from '#functions/payments/stripe-payouts.ts'
import { byHand, type Finding, right, type Step, toDo } from './finding.ts'

type Parts = { readonly stripe: Stripe; readonly stage: string; readonly mayAskForTransfersAlone: boolean }

/** What Stripe wants to know of the operator before photographers can be paid; most of it is told in its dashboard. */
export const platformSteps = (parts: Parts): readonly Step[] => [
  { topic: 'account', look: () => account(parts) },
  { topic: 'branding', look: () => branding(parts) },
  { topic: 'photographers', look: () => photographers(parts) },
]

const account = async ({ stripe }: Parts): Promise<Finding> => {
  const { country, default_currency: currency, charges_enabled: isReady } = await stripe.accounts.retrieveCurrent()
  if (country !== 'GB' || currency !== 'gbp') {
    return byHand(
      `it is of ${country}, settling in ${currency}: everything here is in pounds, so it takes a UK account`,
    )
  }
  return isReady
    ? right('of the United Kingdom, settling in pounds')
    : byHand('it cannot take payments yet: the dashboard’s home page says what Stripe still wants')
}

/** Without name, icon and colour no onboarding link is made: https://docs.stripe.com/connect/express-accounts#customize-branding */
const branding = async ({ stripe }: Parts): Promise<Finding> => {
  const { settings, business_profile: profile } = await stripe.accounts.retrieveCurrent()
  const missing = [
    ...(profile?.name || settings?.dashboard.display_name ? [] : ['a business name']),
    ...(settings?.branding.icon ? [] : ['an icon']),
    ...(settings?.branding.primary_color ? [] : ['a colour']),
    ...(profile?.support_email || profile?.support_url ? [] : ['a support address']),
    ...(settings?.payments.statement_descriptor ? [] : ['a statement descriptor']),
  ]
  if (missing.length === 0) return right('name, icon, colour, support address and statement descriptor are there')
  return byHand(`${missing.join(', ')} missing: Settings → Business → Branding, Public details, and Connect → Branding`)
}

/** Stripe's words while the platform profile is not complete, or transfers alone are not approved. */
const reasons = [
  [/platform-profile|platform profile/i, 'complete the platform profile first: Settings → Connect → Platform profile'],
  [/signed up for Connect/i, 'activate Connect first: the page Connect of the dashboard'],
  [
    /needs approval/i,
    'Stripe has not approved this platform for transfers alone: take mayAskForTransfersAlone out of the secret Stripe',
  ],
] as const

/**
 * Whether accounts for photographers can be made shows only when one is made: the refusals above come from nowhere else. It
 * is deleted at once, under a key of its own, since Stripe repeats a refusal to the same key for a day.
 */
const photographers = async ({ stripe, stage, mayAskForTransfersAlone }: Parts): Promise<Finding> => {
  const [made] = (await stripe.accounts.list({ limit: 1 })).data
  if (made) return right('accounts can be made: there are some')
  return toDo('that accounts can be made is not known until one is: it would be made and deleted', async () => {
    try {
      const { id } = await stripe.accounts.create(
        { ...expressAccount(mayAskForTransfersAlone), metadata: { stage, purpose: 'set-up' } },
        { idempotencyKey: `set-up:${randomUUID()}` },
      )
      await stripe.accounts.del(id)
      return 'accounts can be made: one was, and is deleted again'
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      const known = reasons.find(([words]) => words.test(error.message))
      return `accounts are refused: ${known ? known[1] : error.message}`
    }
  })
}
