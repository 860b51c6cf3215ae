import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { setting } from '#functions/shared/settings/settings.ts'
import type { SettingName } from '#schema/settings.ts'

/** A secret's JSON as text; writing answers the version that it became. */
export type SecretBox = { read: () => Promise<string>; write: (text: string) => Promise<string> }

/** A secret of the function that this process acts as, read and written with the operator's credentials. */
export const secretBox = (name: Extract<SettingName, `${string}_SECRET_ID`>): SecretBox => {
  const client = new SecretsManagerClient({})
  const SecretId = setting(name)
  return {
    read: async () => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '{}',
    write: async (SecretString) =>
      (await client.send(new PutSecretValueCommand({ SecretId, SecretString }))).VersionId ?? '',
  }
}
