import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod'
import { setting } from '#functions/shared/settings/settings.ts'

/** The secrets and what is in them (JSON in Secrets Manager); which function may read which is decided in `lib`. */
const contents = {
  SIGNING_SECRET_ID: z.object({ current: z.string().min(32), previous: z.string().min(32).nullable() }),
  MEDIA_KEY_SECRET_ID: z.object({ privateKeyPem: z.string().min(1) }),
  STRIPE_SECRET_ID: z.object({
    secretKey: z.string().min(1),
    /** Empty until `npm run ops -- stripe-setup`: payments go through without them, and are settled by looking again. */
    webhookSecrets: z.array(z.string().min(1)),
    connectWebhookSecrets: z.array(z.string().min(1)),
    subscriptionPriceLookupKey: z.string().min(1),
    /** Stripe has approved this platform for accounts that ask for transfers without card payments. */
    mayAskForTransfersAlone: z.boolean().optional(),
  }),
  LAUNCH_CODE_SECRET_ID: z.object({ code: z.string().min(4) }),
  /** `previous` is what CloudFront still says while it is told a new word. */
  ORIGIN_SECRET_ID: z.object({ originVerify: z.string().min(16), previous: z.string().min(16).optional() }),
} as const
type SecretName = keyof typeof contents
type Contents = { [N in SecretName]: z.output<(typeof contents)[N]> }
const parsers: { readonly [N in SecretName]: z.ZodType<Contents[N]> } = contents
export type Secret<N extends SecretName> = Contents[N]

/** A rotated secret is seen after at most this long; the previous value stays valid meanwhile. */
const keepMs = 300_000
const cache = new Map<string, { text: string; until: number }>()
let client: SecretsManagerClient | undefined

/** Reads one secret, from memory when it was read in the last five minutes. */
export const readSecret = async <N extends SecretName>(name: N): Promise<Secret<N>> => {
  const id = setting(name)
  const known = cache.get(id)
  if (known && known.until > Date.now()) return parse(name, known.text)
  client ??= new SecretsManagerClient({})
  const { SecretString: text } = await client.send(new GetSecretValueCommand({ SecretId: id }))
  if (text === undefined) throw new Error(`The secret of ${name} has no text value.`)
  cache.set(id, { text, until: Date.now() + keepMs })
  return parse(name, text)
}

const parse = <N extends SecretName>(name: N, text: string): Contents[N] => {
  const parsed = parsers[name].safeParse(JSON.parse(text))
  // The parser's own message would quote the secret.
  if (!parsed.success) {
    throw new Error(`The secret of ${name} does not have the shape that functions/shared/secrets names.`)
  }
  return parsed.data
}
