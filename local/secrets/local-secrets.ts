import { generateKeyPairSync, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { keptJson } from '#local/process/kept-json.ts'

const random = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** The launch code of the demo market; an installation in the cloud has one that nobody chose. */
const demoLaunchCode = 'OPENING-NIGHT'

// The values of each secret, by the setting that names it; shapes as in functions/shared/secrets.
const Secrets = z.object({
  SIGNING_SECRET_ID: z.object({ current: z.string(), previous: z.string().nullable() }),
  MEDIA_KEY_SECRET_ID: z.object({ privateKeyPem: z.string() }),
  STRIPE_SECRET_ID: z.object({
    secretKey: z.string(),
    webhookSecrets: z.array(z.string()),
    connectWebhookSecrets: z.array(z.string()),
    subscriptionPriceLookupKey: z.string(),
  }),
  LAUNCH_CODE_SECRET_ID: z.object({ code: z.string() }),
  ORIGIN_SECRET_ID: z.object({ originVerify: z.string() }),
})
export type LocalSecrets = z.output<typeof Secrets>

/** Values made at the first start and kept, so that links and sessions survive a restart. */
export const openSecrets = (path: string): LocalSecrets =>
  keptJson(path, Secrets, () => ({
    SIGNING_SECRET_ID: { current: random(), previous: null },
    MEDIA_KEY_SECRET_ID: {
      privateKeyPem: generateKeyPairSync('rsa', {
        modulusLength: 2_048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      }).privateKey,
    },
    STRIPE_SECRET_ID: {
      secretKey: `sk_test_${random(18)}`,
      webhookSecrets: [`whsec_${random(24)}`],
      connectWebhookSecrets: [`whsec_${random(24)}`],
      subscriptionPriceLookupKey: 'darkslide-monthly',
    },
    LAUNCH_CODE_SECRET_ID: { code: demoLaunchCode },
    ORIGIN_SECRET_ID: { originVerify: random() },
  })).get()
