import * as z from 'zod'
import { accountInvalid, invalid } from '../http/errors.ts'
import { listOperation, type Operation, operation, retrieveOperation } from '../http/operation.ts'
import { choice, email, flag, link, mergedMetadata, metadata, text } from '../http/params.ts'
import type { Account } from '../wire.ts'
import type { World } from '../world.ts'

const Requested = z.strictObject({ requested: flag() })

const Changeable = {
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

const Create = z.strictObject({
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

const LINK_LIVES_S = 5 * 60

const wanted = [
  'business_type',
  'external_account',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
]

export const accountOf = (world: World, id: string) => {
  const account = world.state.accounts.find(id)
  if (!account) throw accountInvalid(id)
  return account
}

export const accountOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/accounts',
    params: Create,
    run({ params, world }) {
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
    },
  }),
  listOperation({
    path: '/v1/accounts',
    filters: {},
    candidates: ({ world }) =>
      world.state.accounts.all().map((account) => ({ ...account, created: account.created ?? 0 })),
  }),
  operation({
    method: 'GET',
    path: '/v1/account',
    params: z.strictObject({}),
    run: ({ account, world }) => accountOf(world, account ?? 'acct_platform'),
  }),
  retrieveOperation('/v1/accounts/:id', (id, { world }) => accountOf(world, id)),
  operation({
    method: 'POST',
    path: '/v1/accounts/:id',
    params: z.strictObject(Changeable),
    run({ ids: [id], params, world }) {
      const account = accountOf(world, id)
      if (params.email !== undefined) account.email = params.email
      account.metadata = mergedMetadata(account.metadata ?? {}, params.metadata)
      account.business_type = params.business_type ?? account.business_type ?? null
      account.capabilities = capabilitiesAsked(
        params.capabilities,
        account.capabilities ?? {},
        account.details_submitted,
      )
      const interval = params.settings?.payouts?.schedule?.interval
      if (interval !== undefined) account.settings = settings(interval)
      announce(world, account)
      return account
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/accounts/:id',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      world.state.accounts.remove(accountOf(world, id).id)
      return { id, object: 'account', deleted: true }
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/accounts/:id/capabilities',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      const account = accountOf(world, id)
      const names = Object.keys(account.capabilities ?? {})
      return {
        object: 'list',
        data: names.map((name) => capabilityObject(account, name)),
        has_more: false,
        url: `/v1/accounts/${id}/capabilities`,
      }
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/account_links',
    params: z.strictObject({
      account: text(),
      type: choice('account_onboarding', 'account_update'),
      refresh_url: link(),
      return_url: link(),
      collect: choice('currently_due', 'eventually_due').optional(),
      collection_options: z
        .strictObject({
          fields: choice('currently_due', 'eventually_due'),
          future_requirements: choice('include', 'omit').optional(),
        })
        .optional(),
    }),
    run({ params, world }) {
      const account = accountOf(world, params.account)
      const made = world.state.accountLinks.put({
        id: world.newId('link'),
        account: account.id,
        expiresAt: world.now() + LINK_LIVES_S,
        used: false,
        returnUrl: params.return_url,
        refreshUrl: params.refresh_url,
      })
      return {
        object: 'account_link',
        created: world.now(),
        expires_at: made.expiresAt,
        url: world.page(`/setup/e/${made.id}`),
      }
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/accounts/:id/login_links',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      const account = accountOf(world, id)
      if (!account.details_submitted) {
        throw invalid('Cannot create a login link for an account that has not completed onboarding.')
      }
      return { object: 'login_link', created: world.now(), url: world.page(`/express/${account.id}`) }
    },
  }),
]

type Asked = z.output<typeof Create>['capabilities']

const capabilitiesAsked = (
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

type Requirements = NonNullable<Account['requirements']>

const requirements = (due: string[], disabledReason: Requirements['disabled_reason']): Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: [...due],
  disabled_reason: disabledReason,
  errors: [],
  eventually_due: [...due],
  past_due: disabledReason === null ? [] : [...due],
  pending_verification: [],
})

const settings = (interval: string): NonNullable<Account['settings']> => ({
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

const capabilityObject = (account: Account, name: string) => {
  const status: unknown = Object.entries(account.capabilities ?? {}).find(([capability]) => capability === name)?.[1]
  return { id: name, object: 'capability', account: account.id, requested: true, requested_at: account.created, status }
}

/** Tells the endpoint of connected accounts how an account stands. */
const announce = (world: World, account: Account) => world.emit('account.updated', account, { account: account.id })

const setCapabilities = (world: World, account: Account, status: 'active' | 'inactive' | 'pending') => {
  account.capabilities = Object.fromEntries(Object.keys(account.capabilities ?? {}).map((name) => [name, status]))
  for (const name of Object.keys(account.capabilities)) {
    world.emit('capability.updated', capabilityObject(account, name), { account: account.id })
  }
}

/** Its owner has given every detail, and Stripe has accepted them. */
export const completeOnboarding = (world: World, account: Account, bank: { last4: string } = { last4: '2345' }) => {
  submitDetails(world, account, bank)
  account.charges_enabled = account.capabilities?.card_payments !== undefined
  account.payouts_enabled = true
  account.requirements = requirements([], null)
  setCapabilities(world, account, 'active')
  announce(world, account)
  return account
}

/** Its owner has given every detail, and Stripe has yet to check them. */
export const awaitVerification = (world: World, account: Account) => {
  submitDetails(world, account, { last4: '2345' })
  account.requirements = {
    ...requirements([], 'requirements.pending_verification'),
    pending_verification: ['individual.verification.document'],
  }
  setCapabilities(world, account, 'pending')
  announce(world, account)
  return account
}

const submitDetails = (world: World, account: Account, { last4 }: { last4: string }) => {
  account.details_submitted = true
  account.business_type ??= 'individual'
  account.tos_acceptance = { date: world.now(), ip: null, user_agent: null }
  if (account.external_accounts?.data.length === 0) addBank(world, account, last4)
}

const addBank = (world: World, account: Account, last4: string) => {
  const bank = {
    id: world.newId('ba'),
    object: 'bank_account' as const,
    account: account.id,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard' as const],
    bank_name: 'STRIPE TEST BANK',
    country: 'GB',
    currency: 'gbp',
    default_for_currency: true,
    fingerprint: null,
    last4,
    metadata: {},
    routing_number: '108800',
    status: 'new',
  }
  account.external_accounts?.data.splice(0, account.external_accounts.data.length, bank)
  world.emit('account.external_account.created', bank, { account: account.id })
}

/** Stripe stops an account: nothing can be sent to it until it is completed again. */
export const disableAccount = (world: World, account: Account, reason: Requirements['disabled_reason']) => {
  account.charges_enabled = false
  account.payouts_enabled = false
  account.requirements = requirements(['individual.verification.document'], reason)
  setCapabilities(world, account, 'inactive')
  announce(world, account)
  return account
}

/** Its owner cuts the connection; the platform's key no longer sees the account. */
export const deauthorise = (world: World, account: Account) => {
  world.state.accounts.remove(account.id)
  world.emit(
    'account.application.deauthorized',
    { id: 'ca_local', object: 'application', name: 'Darkslide' },
    { account: account.id },
  )
  return { id: account.id }
}
