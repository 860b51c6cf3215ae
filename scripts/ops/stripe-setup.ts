import type { Stripe } from 'stripe'
import * as z from 'zod'
import { liveStripeModes } from '#functions/payments/live.ts'
import type { StripeModeStore } from '#functions/payments/stripe-mode-store.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { type Command, Refusal, type Say } from './command.ts'
import { type SecretBox, secretBox } from './secret-box.ts'
import { accountSteps } from './stripe-setup/account-steps.ts'
import { stripeOf } from './stripe-setup/client.ts'
import type { Step } from './stripe-setup/finding.ts'
import { isForbidden, missingPermissions, permissions } from './stripe-setup/permissions.ts'
import { platformSteps } from './stripe-setup/platform-steps.ts'
import { webhookSteps } from './stripe-setup/webhook-steps.ts'

const StripeSecret = z.looseObject({
  secretKey: z.string(),
  subscriptionPriceLookupKey: z.string(),
  mayAskForTransfersAlone: z.boolean().default(false),
})

/** What no call can set or see. Places as the dashboard names them. */
const byHandAlways = [
  'Settings → Business → Public details: the name, support address and descriptor that buyers see on their statements',
  'Settings → Business → Customer emails: whether Stripe sends receipts as well (the product sends its own)',
  'Settings → Billing → Subscriptions and emails: retries of failed payments, and “cancel the subscription” after the last',
  'Balances → Payouts: send yourself what "ops platform-balance" calls safe, at least every 90 days',
  'never “Delete all test data” under a stage that runs',
]

export type SetUpParts = {
  readonly stripe: Stripe
  readonly secret: SecretBox
  readonly modes: StripeModeStore
  readonly stage: string
  /** Where the webhooks are to go; `null` for the local system, which its Stripe knows already. */
  readonly siteUrl: string | null
  readonly apply: boolean
  readonly say: Say
}

/**
 * Looks at every part of the account that the product needs, says how it stands, and with `apply` mends what a call can.
 * Doing it again changes nothing. @throws Refusal when the key is of another account or mode than the stage's.
 */
export const setUpStripe = async ({ stripe, secret, modes, stage, siteUrl, apply, say }: SetUpParts): Promise<void> => {
  const content = StripeSecret.parse(JSON.parse(await secret.read()))
  const mode = await refuseOtherMode({ stripe, modes, stage, secretKey: content.secretKey })
  say(`${stage}: account ${mode.accountId}, ${named(mode.isLive)} mode`)
  const missing = await missingPermissions(stripe)
  const allowed = `${permissions.length - missing.length} of ${permissions.length}`
  say(line(missing.length === 0 ? 'right' : 'by hand', 'permissions', `the key has ${allowed} that are used`))
  for (const { resource, access, column } of missing) say(`             give it ${resource}: ${access} (${column})`)

  const steps = [
    ...platformSteps({ stripe, stage, mayAskForTransfersAlone: content.mayAskForTransfersAlone }),
    ...accountSteps({ stripe, stage, priceLookupKey: content.subscriptionPriceLookupKey }),
    ...(siteUrl === null ? [] : webhookSteps({ stripe, stage, siteUrl, secret })),
  ]
  let open = 0
  for (const step of steps) if (await walk(step, { apply, say })) open += 1
  if (apply) await modes.settle(mode)
  say('What only you can do, in Stripe’s dashboard:')
  for (const each of byHandAlways) say(`  ${each}`)
  if (open > 0 && !apply) say(`${open} to do. Say --apply to do it.`)
}

/** @returns whether something is still to do. */
const walk = async ({ topic, look }: Step, { apply, say }: { apply: boolean; say: Say }): Promise<boolean> => {
  try {
    const finding = await look()
    if (finding.state !== 'to do' || !apply) {
      say(line(finding.state, topic, finding.says))
      return finding.state === 'to do'
    }
    say(line('done', topic, await finding.mend()))
    return false
  } catch (error) {
    if (!isForbidden(error)) throw error
    say(line('by hand', topic, 'the key may not look: give it what is missing above'))
    return false
  }
}

const line = (state: string, topic: string, says: string) => `  ${`[${state}]`.padEnd(10)} ${topic}: ${says}`
const named = (isLive: boolean) => (isLive ? 'live' : 'test')

type ModeParts = Pick<SetUpParts, 'stripe' | 'modes' | 'stage'> & { secretKey: string }

const refuseOtherMode = async ({ stripe, modes, stage, secretKey }: ModeParts) => {
  const isLive = secretKey.startsWith('sk_live_') || secretKey.startsWith('rk_live_')
  const known = await modes.find()
  const { id: accountId } = await stripe.accounts.retrieveCurrent()
  if (known && (known.isLive !== isLive || known.accountId !== accountId)) {
    throw new Refusal(
      `${stage} was set up with ${known.accountId} in ${named(known.isLive)} mode, and this key is of ${accountId} in ${named(isLive)} mode. ` +
        'Customers, accounts and sales of the one do not exist in the other: use another stage.',
    )
  }
  return { isLive, accountId }
}

export const stripeSetup: Command = {
  name: 'stripe-setup',
  summary: 'looks at the account at Stripe, and sets up what the product needs of it',
  help: `[--apply]

Needs the secret key in the secret Stripe. Tells test from live and refuses another account or mode than the stage began
with; tries every permission that is used; looks at the account, the platform profile, branding, payout schedule, customer
portal, monthly price, payment methods and both webhook endpoints. With --apply it sets what a call can set, and says
what only a person can do and where. Again after each release.`,
  options: { apply: { type: 'boolean', default: false } },
  run: async ({ values }, { target, say }) => {
    await target.actAs('functions/stripe-events/converge.lambda.ts')
    const secret = secretBox('STRIPE_SECRET_ID')
    const { secretKey } = StripeSecret.parse(JSON.parse(await secret.read()))
    if (!/^[sr]k_(live|test)_/.test(secretKey)) throw new Refusal('Put the secret key into the secret Stripe first.')
    await setUpStripe({
      stripe: stripeOf(secretKey),
      secret,
      modes: liveStripeModes(),
      stage: target.isLocal ? 'local' : target.name,
      siteUrl: target.isLocal ? null : setting('SITE_URL'),
      apply: values.apply === true,
      say,
    })
  },
}
