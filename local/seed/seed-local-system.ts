import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import Stripe from 'stripe'
import { platformBalance } from '#functions/books/platform-balance.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { refundStore } from '#functions/payments/refund-store.ts'
import { stripePlatform } from '#functions/payments/stripe-platform.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { extendAccess } from '#functions/subscriptions/extend-access.ts'
import { apiClient } from '#local/api-client/api-client.ts'
import type { LocalSystem } from '#local/local-system.ts'
import { region } from '#local/template/names.ts'
import { api } from '#schema/api/all.ts'
import { UserId } from '#schema/ids.ts'
import { demoPassword, photographers } from './market.ts'
import { people } from './people.ts'
import { seedMarket } from './seed.ts'
import type { SeedTarget } from './seeding.ts'

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

/**
 * Has the numbers of the demo's races read, as their owner does: the operator gives as many photos as there are, since the
 * demo's photographers are in their trial, and the switch is turned on. They are read in the next minutes, behind the market
 * that answers already. Whoever moves the clock meanwhile waits for it.
 */
export const switchNumbersOn = async (system: LocalSystem): Promise<void> => {
  const dynamo = new DynamoDBClient({ endpoint: system.table.endpoint, region, credentials: system.credentials })
  const accounts = people({ endpoint: system.identity.endpoint, clientId: system.identity.clientId }, async () => '')
  const profiles = profileStore(dynamoTable(system.table.name, dynamo))
  const { mine, update } = api.galleries.endpoints
  try {
    for (const { email, galleries } of photographers) {
      const races = galleries.filter(({ runners }) => runners !== undefined).map(({ title }) => title)
      if (races.length === 0) continue
      const own = apiClient(system.url).as(await accounts.signIn({ email, password: demoPassword }))
      const { items } = await own.call(mine, { query: {} })
      for (const { id, title, version, photographerId, photoCount } of items) {
        if (!races.includes(title)) continue
        const profile = await profiles.get(photographerId)
        const numbersAMonth = (profile.numbersAMonth ?? 0) + photoCount
        await profiles.save(photographerId, { numbersAMonth }, { version: profile.version })
        await own.call(update, { params: { galleryId: id }, body: { version, numbers: true } })
      }
    }
  } finally {
    accounts.close()
    dynamo.destroy()
  }
}
