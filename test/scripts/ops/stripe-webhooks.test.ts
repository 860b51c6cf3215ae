import { expect, test } from 'vitest'
import { kindOfEvent } from '#functions/payments/event-kinds.ts'
import { type Endpoints, setUpWebhooks } from '../../../scripts/ops/stripe-webhooks.ts'

type Made = { id: string; url: string; events: string[]; isConnect: boolean }

const setup = (existing: Made[] = []) => {
  const made = [...existing]
  const stored = {
    text: JSON.stringify({
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_old'],
      connectWebhookSecrets: [],
      subscriptionPriceLookupKey: 'monthly',
    }),
  }
  const endpoints: Endpoints = {
    list: async () => made,
    create: async (endpoint) => `whsec_of_${made.push({ id: `we_${made.length}`, ...endpoint })}`,
    update: async (id, events) => {
      const found = made.find((each) => each.id === id)
      if (found) found.events = events
    },
  }
  const secret = {
    read: async () => stored.text,
    write: async (text: string) => {
      stored.text = text
      return 'version'
    },
  }
  const run = () => setUpWebhooks({ endpoints, secret, siteUrl: 'https://darkslide.example', say: () => {} })
  return { made, stored, run }
}

test('both endpoints are made with every event that is handled, and their secrets kept beside those that were there', async () => {
  const { made, stored, run } = setup()
  await run()

  expect(made.map(({ url, isConnect }) => [url, isConnect])).toEqual([
    ['https://darkslide.example/api/webhooks/stripe', false],
    ['https://darkslide.example/api/webhooks/stripe-connect', true],
  ])
  const [platform, connect] = made
  expect(platform?.events).toContain('checkout.session.completed')
  expect(platform?.events.every((type) => kindOfEvent(type, 'platform') !== undefined)).toBe(true)
  expect(connect?.events).toContain('account.updated')
  expect(JSON.parse(stored.text)).toEqual({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_old', 'whsec_of_1'],
    connectWebhookSecrets: ['whsec_of_2'],
    subscriptionPriceLookupKey: 'monthly',
  })
})

test('a second run makes nothing twice and brings the events up to date', async () => {
  const { made, stored, run } = setup()
  await run()
  const [platform] = made
  if (platform) platform.events = ['checkout.session.completed']
  const before = stored.text

  await run()

  expect(made).toHaveLength(2)
  expect(made[0]?.events).toContain('charge.refunded')
  expect(stored.text).toBe(before)
})
