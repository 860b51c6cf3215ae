import * as z from 'zod'
import { invalid } from '../http/errors.ts'
import { choice, email, flag, mergedMetadata, metadata, text } from '../http/params.ts'
import type { Account } from '../wire.ts'
import type { World } from '../world.ts'

const Requested = z.strictObject({ requested: flag() })

export const Changeable = {
  email: email().optional(),
  metadata: metadata().optional(),
  business_type: choice('company', 'government_entity', 'individual', 'non_profit').optional(),
  capabilities: z.strictObject({ card_payments: Requested.optional(), transfers: Requested.optional() }).optional(),
  business_profile: z
    .strictObject({
      mcc: text().optional(),
      name: text().optional(),
      product_description: text().optional(),
      url: text().optional(),
    })
    .optional(),
  settings: z
    .strictObject({
      payouts: z
        .strictObject({
          schedule: z
            .strictObject({
              interval: choice('daily', 'manual', 'weekly', 'monthly').optional(),
              weekly_anchor: text().optional(),
              delay_days: text().optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
}

export const Create = z.strictObject({
  ...Changeable,
  type: choice('express', 'standard', 'custom').optional(),
  country: z.string().toUpperCase().pipe(z.string().length(2)).optional(),
  default_currency: choice('gbp').optional(),
  controller: z
    .strictObject({
      fees: z.strictObject({ payer: choice('account', 'application') }).optional(),
      losses: z.strictObject({ payments: choice('application', 'stripe') }).optional(),
      requirement_collection: choice('application', 'stripe').optional(),
      stripe_dashboard: z.strictObject({ type: choice('express', 'full', 'none') }).optional(),
    })
    .optional(),
})

const wanted = [
  'business_type',
  'external_account',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
]

/** An account as it is before its owner has given any detail. */
export const newAccount = (world: World, params: z.output<typeof Create>): Account => {
  if (params.type !== undefined && params.controller !== undefined) {
    throw invalid('You may give only one of these: type, controller.', { param: 'controller' })
  }
  const id = world.newId('acct')
  const capabilities = capabilitiesAsked(params.capabilities, {})
  const account: Account = {
    id,
    object: 'account',
    business_profile: {
      mcc: params.business_profile?.mcc ?? null,
      name: params.business_profile?.name ?? null,
      product_description: params.business_profile?.product_description ?? null,
      minority_owned_business_designation: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: params.business_profile?.url ?? null,
    },
    business_type: params.business_type ?? null,
    capabilities,
    charges_enabled: false,
    controller: {
      fees: { payer: params.controller?.fees?.payer ?? 'application_express' },
      is_controller: true,
      losses: { payments: params.controller?.losses?.payments ?? 'application' },
      requirement_collection: params.controller?.requirement_collection ?? 'stripe',
      stripe_dashboard: { type: params.controller?.stripe_dashboard?.type ?? 'express' },
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
    settings: settings(params.settings?.payouts?.schedule?.interval ?? 'daily'),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: params.type ?? (params.controller === undefined ? 'standard' : 'none'),
  }
  return world.state.accounts.put(account)
}

type Asked = z.output<typeof Create>['capabilities']

export const capabilitiesAsked = (
  asked: Asked,
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

export const settings = (interval: string): NonNullable<Account['settings']> => ({
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
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
  payouts: { debit_negative_balances: true, schedule: { delay_days: 3, interval }, statement_descriptor: null },
})
