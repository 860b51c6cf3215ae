import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import * as z from 'zod'
import type { SecretText } from '#functions/shared/secrets/secret-text.ts'

const Kept = z.object({ privateKeyPem: z.string().min(1) })

/** Makes the key pair of signed addresses unless the secret holds one. @returns the public half, as PEM. */
export const keepKeyPair = async (secret: SecretText): Promise<string> => {
  const kept = Kept.safeParse(JSON.parse(await secret.read()))
  const privateKeyPem = kept.success ? kept.data.privateKeyPem : newPrivateKey()
  if (!kept.success) await secret.write(JSON.stringify({ privateKeyPem }))
  return createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' }).toString()
}

/** RSA 2048, the one size that CloudFront takes for signed addresses. */
const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
