import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { api } from '#schema/api/all.ts'
import type { Studio } from './studio.ts'

const Clock = z.object({ now: z.iso.datetime() })
const Environments = z.object({
  'functions/profiles/profiles.lambda.ts': z.object({
    TABLE_NAME: z.string(),
    AWS_REGION: z.string(),
    AWS_ACCESS_KEY_ID: z.string(),
    AWS_SECRET_ACCESS_KEY: z.string(),
    AWS_ENDPOINT_URL_DYNAMODB: z.string(),
  }),
})
const dayMs = 86_400_000

/**
 * Moves the end of a photographer's two months to so many days from now, or before it. The clock belongs to all
 * journeys: two months more would end everybody's.
 */
export const endTrialIn = async ({ site, own }: Studio, days: number) => {
  const ask = async (view: string): Promise<unknown> => (await fetch(`${site}/__local/api/${view}`)).json()
  const { now } = Clock.parse(await ask('clock'))
  const environment = Environments.parse(await ask('environments'))['functions/profiles/profiles.lambda.ts']
  const client = new DynamoDBClient({
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
    region: environment.AWS_REGION,
    credentials: { accessKeyId: environment.AWS_ACCESS_KEY_ID, secretAccessKey: environment.AWS_SECRET_ACCESS_KEY },
  })
  const { userId, version } = await own.call(api.profiles.endpoints.me, {})
  const trialExpiresAt = new Date(Date.parse(now) + days * dayMs).toISOString()
  await profileStore(dynamoTable(environment.TABLE_NAME, client)).save(userId, { trialExpiresAt }, { version })
  client.destroy()
}
