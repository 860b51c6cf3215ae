import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { setting } from '#functions/shared/settings/settings.ts'

/** One secret as text, for the function that makes its content. */
export type SecretText = { read: () => Promise<string>; write: (text: string) => Promise<void> }

/** The key pair's secret: `{}` while it is empty. */
export const liveMediaKeySecret = (): SecretText => {
  const client = new SecretsManagerClient({})
  const SecretId = setting('MEDIA_KEY_SECRET_ID')
  return {
    read: async () => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '{}',
    write: async (text) => {
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: text }))
    },
  }
}
