import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, test, vi } from 'vitest'
import { readSecret } from '#functions/shared/secrets/secrets.ts'

const holding = (id: string, value: unknown) => {
  vi.stubEnv('STRIPE_SECRET_ID', id)
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify(value) })
}

test('Stripe’s secret can be read before its webhooks are set up, so that payments work meanwhile', async () => {
  const asDeployed = {
    secretKey: 'w9XgYJeQSOCqaqHdDx0aFb3kLmNpRsTuVz1245678Ac',
    webhookSecrets: [],
    connectWebhookSecrets: [],
    subscriptionPriceLookupKey: 'darkslide-monthly',
  }
  holding('as-deployed', asDeployed)
  expect(await readSecret('STRIPE_SECRET_ID')).toEqual(asDeployed)
})

test('a secret of another shape is refused without a word of what is in it', async () => {
  holding('misspelt', { secretKey: 'sk_test_very_secret', webhookSecret: 'whsec_1' })
  const message = await readSecret('STRIPE_SECRET_ID').then(
    () => '',
    (error: unknown) => String(error),
  )
  expect(message).toMatch(/does not have the shape/)
  expect(message).not.toMatch(/sk_test|whsec/)
})
