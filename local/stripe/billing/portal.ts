import * as z from 'zod'
import { missingObject, missingReference } from '../http/errors.ts'
import { listOperation, type Operation, operation, retrieveOperation } from '../http/operation.ts'
import { link, mergedMetadata, metadata, text } from '../http/params.ts'
import type { PortalConfiguration } from '../wire.ts'
import type { World } from '../world.ts'

const newConfiguration = (
  world: World,
  given: { isDefault: boolean; returnUrl: string | null; metadata: Record<string, string> },
): PortalConfiguration =>
  world.state.portalConfigurations.put({
    id: world.newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: world.now(),
    default_return_url: given.returnUrl,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: given.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: given.metadata,
    name: null,
    updated: world.now(),
  })

const defaultConfiguration = (world: World) =>
  world.state.portalConfigurations.all().find((configuration) => configuration.is_default) ??
  newConfiguration(world, { isDefault: true, returnUrl: null, metadata: {} })

export const portalOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: z.strictObject({
      customer: text(),
      return_url: link().optional(),
      configuration: text().optional(),
      locale: text().optional(),
    }),
    run({ params, world }) {
      const customer = world.state.customers.find(params.customer)
      if (!customer) throw missingReference('customer', params.customer)
      const configuration =
        params.configuration === undefined
          ? defaultConfiguration(world)
          : world.state.portalConfigurations.find(params.configuration)
      if (!configuration) throw missingReference('configuration', params.configuration ?? '')
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
    // Its features are taken and not looked at: the portal here always offers the same.
    params: z.strictObject({
      features: z.looseObject({}),
      business_profile: z.looseObject({}).optional(),
      default_return_url: link().optional(),
      metadata: metadata().optional(),
    }),
    run: ({ params, world }) =>
      newConfiguration(world, {
        isDefault: false,
        returnUrl: params.default_return_url ?? null,
        metadata: mergedMetadata({}, params.metadata),
      }),
  }),
  listOperation({
    path: '/v1/billing_portal/configurations',
    filters: {},
    candidates: ({ world }) => [
      defaultConfiguration(world),
      ...world.state.portalConfigurations.all().filter((one) => !one.is_default),
    ],
  }),
  retrieveOperation('/v1/billing_portal/configurations/:id', (id, { world }) => {
    const configuration = world.state.portalConfigurations.find(id)
    if (!configuration) throw missingObject('configuration', id)
    return configuration
  }),
]
