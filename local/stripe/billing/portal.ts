import * as z from 'zod'
import { invalid, missingObject, missingReference } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { choice, flag, link, mergedMetadata, metadata, text } from '../http/params.ts'
import type { PortalConfiguration } from '../wire.ts'
import type { World } from '../world.ts'

const onOff = z.looseObject({ enabled: flag() })

// What the portal here can do is looked at; the rest of a feature is taken as it is, and changes no page.
const Features = z.strictObject({
  customer_update: onOff.optional(),
  invoice_history: onOff.optional(),
  payment_method_update: onOff.optional(),
  subscription_cancel: z
    .looseObject({ enabled: flag(), mode: choice('at_period_end', 'immediately').optional() })
    .optional(),
  subscription_update: onOff.optional(),
})
type Given = z.output<typeof Features>

/** Defaults: https://docs.stripe.com/api/customer_portal/configurations/create */
const featuresOf = (given: Given): PortalConfiguration['features'] => ({
  customer_update: { allowed_updates: [], enabled: given.customer_update?.enabled ?? false },
  invoice_history: { enabled: given.invoice_history?.enabled ?? false },
  payment_method_update: {
    enabled: given.payment_method_update?.enabled ?? false,
    payment_method_configuration: null,
  },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: given.subscription_cancel?.enabled ?? false,
    mode: given.subscription_cancel?.mode ?? 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: given.subscription_update?.enabled ?? false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
})

const newConfiguration = (
  world: World,
  given: { features: Given; metadata: Record<string, string> },
): PortalConfiguration =>
  world.state.portalConfigurations.put({
    id: world.newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: world.now(),
    default_return_url: null,
    features: featuresOf(given.features),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: given.metadata,
    name: null,
    updated: world.now(),
  })

/** One that the API made has to be named: the default is saved in the dashboard by hand, and nobody has. */
const configurationFor = (world: World, id: string | undefined): PortalConfiguration => {
  if (id === undefined) {
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    )
  }
  const named = world.state.portalConfigurations.find(id)
  if (!named) throw missingReference('configuration', id)
  return named
}

export const portalOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: z.strictObject({
      customer: text(),
      return_url: link().optional(),
      configuration: text().optional(),
    }),
    run({ params, world }) {
      const customer = world.state.customers.find(params.customer)
      if (!customer) throw missingReference('customer', params.customer)
      const configuration = configurationFor(world, params.configuration)
      const id = world.newId('bps')
      return world.state.portalSessions.put({
        id,
        object: 'billing_portal.session',
        configuration: configuration.id,
        created: world.now(),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: params.return_url ?? configuration.default_return_url,
        url: world.page(`/p/session/${id}`),
      })
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    params: z.strictObject({ features: Features, metadata: metadata().optional() }),
    run: ({ params, world }) =>
      newConfiguration(world, {
        features: params.features,
        metadata: mergedMetadata({}, params.metadata),
      }),
  }),
  operation({
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    params: z.strictObject({ features: Features, active: flag().optional() }),
    run({ ids: [id], params, world }) {
      const configuration = world.state.portalConfigurations.find(id)
      if (!configuration) throw missingObject('configuration', id)
      configuration.features = featuresOf(params.features)
      configuration.active = params.active ?? configuration.active
      configuration.updated = world.now()
      return configuration
    },
  }),
  listOperation({
    path: '/v1/billing_portal/configurations',
    filters: { active: flag().optional() },
    candidates: ({ params, world }) =>
      world.state.portalConfigurations.all().filter(({ active }) => active === (params.active ?? active)),
  }),
]
