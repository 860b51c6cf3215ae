import { createHash } from 'node:crypto'
import * as z from 'zod'
import { releasePrint } from '#lib/web/release-print.ts'
import { Release, releaseKey } from '#schema/release.ts'
import { jsonIn, outputOf, regional, secretOf, unlessAbsent } from './ask.ts'
import type { Asked, Question } from './question.ts'

/**
 * The keys of Google's details (docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_IdentityProviderType.html).
 * "These values and their schema are subject to change": another shape is said as one that could not be asked.
 */
const Provider = z.object({
  IdentityProvider: z.object({
    ProviderType: z.literal('Google'),
    ProviderDetails: z.object({ client_id: z.string(), client_secret: z.string() }),
  }),
})
const GoogleSecret = z.object({ clientSecret: z.string() })
const Configuration = z.object({ userPoolId: z.string(), userPoolClientId: z.string() })

const print = (text: string): string => createHash('sha256').update(text).digest('hex')

export const googleQuestion = (asked: Asked): Question => ({
  topic: 'Google',
  look: async () => {
    const pool = await outputOf(asked, 'identity', 'UserPoolId')
    if (pool === undefined) return { says: 'there is no user pool yet', cure: 'deploy the identity stack' }
    const which = ['--user-pool-id', pool, '--provider-name', 'Google']
    const found = await unlessAbsent(regional(asked)('cognito-idp', 'describe-identity-provider', ...which))
    if (found === undefined) return { says: 'not chosen: sign-in is by email' }
    const { client_id, client_secret } = Provider.parse(found).IdentityProvider.ProviderDetails
    const { clientSecret } = GoogleSecret.parse(await secretOf(asked, 'SecretsGoogle'))
    if (print(client_secret) !== print(clientSecret))
      return {
        says: `the pool has another secret of ${client_id} than SecretsGoogle`,
        cure: `npx cdk deploy darkslide-${asked.stage.name}-identity -c stage=${asked.stage.name} -c googleSecretVersion=… -c …`,
      }
    return { says: `the pool has the secret of ${client_id}` }
  },
})

/** Whether visitors get the pages of the release stack's release, and those ask the stage's own user pool. */
export const pagesQuestion = (asked: Asked): Question => ({
  topic: 'pages',
  look: async () => {
    const deploy = `npx cdk deploy darkslide-${asked.stage.name}-release -c stage=${asked.stage.name} -c …`
    const siteUrl = await outputOf(asked, 'site', 'SiteUrl')
    if (siteUrl === undefined) return { says: 'the site has no address yet', cure: 'deploy the site stack' }
    const deployed = await outputOf(asked, 'release', 'Release')
    if (deployed === undefined) return { says: 'no stack says which release they are of', cure: deploy }
    const at = (name: string) => asked.visit(`${siteUrl}/${name}`)
    const release = Release.parse(jsonIn(await at(releaseKey), releaseKey))
    if (releasePrint(release) !== deployed)
      return { says: `${siteUrl} has files of another release than was deployed`, cure: deploy }
    const named = new Set((await at('')).match(/assets\/[\w.-]+/g) ?? [])
    if (named.size === 0) return { says: `${siteUrl} answers with a page that is not ours`, cure: deploy }
    if (![...named].every((file) => release.files.includes(file)))
      return { says: `${siteUrl} shows a page of another release than was deployed`, cure: deploy }
    const asks = Configuration.parse(jsonIn(await at('config.json'), 'config.json'))
    const own = {
      userPoolId: await outputOf(asked, 'identity', 'UserPoolId'),
      userPoolClientId: await outputOf(asked, 'identity', 'UserPoolClientId'),
    }
    return asks.userPoolId === own.userPoolId && asks.userPoolClientId === own.userPoolClientId
      ? { says: `${siteUrl} shows the deployed release` }
      : { says: 'they ask another user pool than the identity stack’s', cure: deploy }
  },
})
