import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import Stripe from 'stripe'
import { platformBalance } from '#functions/books/platform-balance.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { refundStore } from '#functions/payments/refund-store.ts'
import { stripePlatform } from '#functions/payments/stripe-platform.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { extendAccess } from '#functions/subscriptions/extend-access.ts'
import type { LocalSystem } from '#local/local-system.ts'
import { region } from '#local/template/names.ts'
import { UserId } from '#schema/ids.ts'
import { type SeedTarget, seedMarket } from './seed.ts'

/** How long before today the clock of a system that will be seeded must stand: a year and some days. */
export const seedStartsBeforeMs = 400 * 86_400_000

type Seeding = Pick<SeedTarget, 'say' | 'prints'>

/** Fills a running, empty local system whose clock stands in the past; afterwards its clock is at `today`. */
export const seedLocalSystem = async (system: LocalSystem, today: Date, { say, prints }: Seeding): Promise<void> => {
  const dynamo = new DynamoDBClient({ endpoint: system.table.endpoint, region, credentials: system.credentials })
  const table = dynamoTable(system.table.name, dynamo)
  const extend = extendAccess({ profiles: profileStore(table) })
  const stripeUrl = new URL(system.stripe.url)
  const stripe = new Stripe(system.secrets.STRIPE_SECRET_ID.secretKey, {
    protocol: 'http',
    host: stripeUrl.hostname,
    port: stripeUrl.port,
  })
  const balance = platformBalance({
    platform: stripePlatform(async () => stripe),
    balances: balanceStore(table),
    refunds: refundStore(table),
    now: system.clock.now,
  })
  try {
    await seedMarket(
      {
        url: system.url,
        identity: { endpoint: system.identity.endpoint, clientId: system.identity.clientId },
        readMail: async (to) => system.outbox().findLast((mail) => mail.to.includes(to))?.text ?? '',
        now: system.clock.now,
        moveTo: system.clock.set,
        settle: system.drainQueues,
        pay: async (checkoutUrl) => {
          const session = /cs_[A-Za-z0-9_]+/.exec(checkoutUrl)?.[0] ?? ''
          await system.stripe.control.pay({ session })
        },
        completeOnboarding: async () => {
          const { data } = await stripe.accounts.list({ limit: 1 })
          const account = data[0]?.id ?? ''
          await system.stripe.control.completeOnboarding({ account })
        },
        withdraw: async () => {
          const { safePence } = await balance()
          if (safePence > 0) await system.stripe.control.withdraw({ pence: safePence })
        },
        extendAccess: async (userId, until) => {
          await extend(UserId.parse(userId), until)
        },
        say,
        ...(prints && { prints }),
      },
      today,
    )
    // The market shows what was counted of its last day too.
    await system.drainQueues()
    await system.runJob('move-counts')
  } finally {
    dynamo.destroy()
  }
}
