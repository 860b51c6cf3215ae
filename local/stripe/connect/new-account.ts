import * as z from 'zod'
import { invalid } from '../http/errors.ts'
import { choice, email, flag, mergedMetadata, metadata } from '../http/params.ts'
import type { PlatformStanding } from '../store/state.ts'
import type { Account } from '../wire.ts'
import { PLATFORM, type World } from '../world.ts'

const Requested = z.strictObject({ requested: flag() })

const Changeable = {
  email: email().optional(),
  metadata: metadata().optional(),
  capabilities: z.strictObject({ card_payments: Requested.optional(), transfers: Requested.optional() }).optional(),
}

export const Create = z.strictObject({
  ...Changeable,
  // Deprecated in favour of `controller`, and answered with errors to new platforms (SDK text; changelog of 2026-08-26).
  type: z
    .string()
    .refine(() => false, { error: 'The `type` of an account is deprecated. Use `controller` instead.' })
    .optional(),
  country: z.string().toUpperCase().pipe(z.string().length(2)).optional(),
  controller: z.strictObject({
    fees: z.strictObject({ payer: choice('account', 'application') }),
    losses: z.strictObject({ payments: choice('application', 'stripe') }),
    requirement_collection: choice('application', 'stripe'),
    stripe_dashboard: z.strictObject({ type: choice('express', 'full', 'none') }),
  }),
})
type Create = z.output<typeof Create>

/** What the operator's own account may do; both are granted by Stripe, in its dashboard or by its people. */
export const platformOf = (world: World): PlatformStanding =>
  world.state.platform.all()[0] ?? { id: PLATFORM, isProfileComplete: true, mayAskForTransfersAlone: false }

/** Why an account is not made, in Stripe's words as others have quoted them, or as near as the documentation comes. */
const refuseAccount = (world: World, { controller, capabilities }: Create) => {
  const platform = platformOf(world)
  if (!platform.isProfileComplete) {
    throw invalid(
      'Please review the responsibilities of managing losses for connected accounts at https://dashboard.stripe.com/settings/connect/platform-profile.',
    )
  }
  const { fees, losses, requirement_collection: collection, stripe_dashboard: dashboard } = controller
  // SDK text of `controller.fees.payer`.
  if (losses.payments === 'application' && fees.payer !== 'application') {
    throw invalid('`controller.losses.payments=application` requires `controller.fees.payer=application`.', {
      param: 'controller[fees][payer]',
    })
  }
  const isExpress = dashboard.type === 'express' && collection === 'stripe' && losses.payments === 'application'
  if (!isExpress) {
    throw invalid('The stand-in knows accounts with the Express Dashboard alone, whose losses the platform bears.', {
      param: 'controller',
    })
  }
  const asksFor = (name: 'card_payments' | 'transfers') => capabilities?.[name]?.requested === true
  // https://docs.stripe.com/connect/account-capabilities#card-payments
  if (!asksFor('transfers')) {
    throw invalid('Accounts do not currently support `card_payments` without `transfers`.', { param: 'capabilities' })
  }
  // https://docs.stripe.com/connect/account-capabilities#transfers
  if (!asksFor('card_payments') && !platform.mayAskForTransfersAlone) {
    throw invalid(
      'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.',
    )
  }
}

const wanted = [
  'business_type',
  'external_account',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
]

/** An account as it is before its owner has given any detail. */
export const newAccount = (world: World, params: z.output<typeof Create>): Account => {
  refuseAccount(world, params)
  const id = world.newId('acct')
  const capabilities = capabilitiesAsked(params.capabilities, {})
  const account: Account = {
    id,
    object: 'account',
    business_profile: {
      mcc: null,
      name: null,
      product_description: null,
      minority_owned_business_designation: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities,
    charges_enabled: false,
    controller: {
      fees: params.controller.fees,
      is_controller: true,
      losses: params.controller.losses,
      requirement_collection: params.controller.requirement_collection,
      stripe_dashboard: params.controller.stripe_dashboard,
      type: 'application',
    },
    country: params.country ?? 'GB',
    created: world.now(),
    default_currency: 'gbp',
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: { object: 'list', data: [], has_more: false, url: `/v1/accounts/${id}/external_accounts` },
    future_requirements: requirements([], null),
    metadata: mergedMetadata({}, params.metadata),
    payouts_enabled: false,
    requirements: requirements(wanted, 'requirements.past_due'),
    settings: settings(),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'none',
  }
  return world.state.accounts.put(account)
}

type RequestedCapabilities = z.output<typeof Create>['capabilities']

const capabilitiesAsked = (
  asked: RequestedCapabilities,
  before: NonNullable<Account['capabilities']>,
  complete = false,
): NonNullable<Account['capabilities']> => {
  const fresh = complete ? 'active' : 'inactive'
  return {
    ...before,
    ...(asked?.card_payments?.requested ? { card_payments: before.card_payments ?? fresh } : {}),
    ...(asked?.transfers?.requested ? { transfers: before.transfers ?? fresh } : {}),
  }
}

type Branding = NonNullable<Account['settings']>['branding']

export type Requirements = NonNullable<Account['requirements']>

export const requirements = (due: string[], disabledReason: Requirements['disabled_reason']): Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: [...due],
  disabled_reason: disabledReason,
  errors: [],
  eventually_due: [...due],
  past_due: disabledReason === null ? [] : [...due],
  pending_verification: [],
})

const settings = (branding: Partial<Branding> = {}): NonNullable<Account['settings']> => ({
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null, ...branding },
  card_payments: {
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Europe/London' },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 3, interval: 'daily' },
    statement_descriptor: null,
  },
})

/** The operator's own account, complete: a UK one that settles in pounds, with the branding that Connect asks for. */
export const platformAccount = (): Account => ({
  id: 'acct_platform',
  object: 'account',
  business_profile: {
    mcc: '7221',
    name: 'Darkslide',
    product_description: null,
    minority_owned_business_designation: null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: 'support@darkslide.example',
    support_phone: null,
    support_url: null,
    url: 'https://darkslide.example',
  },
  business_type: 'company',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  country: 'GB',
  default_currency: 'gbp',
  details_submitted: true,
  email: 'operator@darkslide.example',
  payouts_enabled: true,
  settings: {
    ...settings({ icon: 'file_icon', primary_color: '#222222' }),
    dashboard: { display_name: 'Darkslide', timezone: 'Europe/London' },
    payments: {
      statement_descriptor: 'DARKSLIDE',
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
  },
  type: 'standard',
})
