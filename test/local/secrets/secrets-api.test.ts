import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { expect, test } from 'vitest'
import { openSecrets } from '#local/secrets/local-secrets.ts'
import { secretsApi } from '#local/secrets/secrets-api.ts'
import { credentials, region, serving, temporaryFolder } from '#test/local/support.ts'

const arn = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:signing'

const setup = async () => {
  const endpoint = await serving(secretsApi((id) => (id === arn ? '{"current":"x"}' : undefined)))
  const client = new SecretsManagerClient({ endpoint, region, credentials, maxAttempts: 1 })
  return (SecretId: string) => client.send(new GetSecretValueCommand({ SecretId }))
}

test('a secret is read by its ARN', async () => {
  const read = await setup()

  expect(await read(arn)).toMatchObject({ ARN: arn, SecretString: '{"current":"x"}' })
})

test('an unknown secret is not found', async () => {
  const read = await setup()

  await expect(read('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

test('secrets are made once, and kept', () => {
  const path = `${temporaryFolder()}/secrets.json`
  const first = openSecrets(path)

  expect(openSecrets(path)).toEqual(first)
  expect(openSecrets(`${temporaryFolder()}/secrets.json`).SIGNING_SECRET_ID).not.toEqual(first.SIGNING_SECRET_ID)
})
