import * as z from 'zod'
import { unlessAbsent } from './ask.ts'
import type { Answer, Asked, Question } from './question.ts'

const Caller = z.object({ Account: z.string() })
// docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_Stack.html; one without outputs has no such member
const Stacks = z.object({
  Stacks: z
    .array(z.object({ StackStatus: z.string(), Outputs: z.array(z.object({ OutputKey: z.string() })).default([]) }))
    .min(1),
})
const Parameter = z.object({ Parameter: z.object({ Value: z.coerce.number() }) })

/** What the templates ask of `cdk bootstrap` in their rule `CheckBootstrapVersion`. */
export const oldestBootstrap = 6

/** Secrets first, which people fill before the rest is made; then as they build on each other. GitHub's roles are a choice. */
export const stackParts = ['data', 'edge', 'site', 'identity', 'work', 'api', 'release', 'watch'] as const

/** What a stack says of itself: people, this command and the others of operators ask for it. */
export const outputsOf: Readonly<Record<string, readonly string[]>> = {
  site: ['SiteUrl', 'DistributionId', 'MediaKeyPairs'],
  identity: ['UserPoolId', 'UserPoolClientId'],
  release: ['Release'],
}

/** States in which a stack is what it was told to be, or was before a deployment that went back. */
const settled = new Set([
  'CREATE_COMPLETE',
  'UPDATE_COMPLETE',
  'IMPORT_COMPLETE',
  'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS',
])

const placeOf = (part: string, region: string): string => (part === 'edge' ? 'us-east-1' : region)

export const accountOf = async ({ aws }: Asked): Promise<string> =>
  Caller.parse(await aws('sts', 'get-caller-identity')).Account

export const accountQuestion = (asked: Asked): Question => ({
  topic: 'credentials',
  look: async () => ({ says: `account ${await accountOf(asked)}` }),
})

export const bootstrapQuestions = ({ aws, stage }: Asked): Question[] =>
  [...new Set([stage.region, 'us-east-1'])].map((region) => ({
    topic: `bootstrap of ${region}`,
    look: async () => {
      const cure = `npx cdk bootstrap aws://ACCOUNT/${region}`
      const name = '/cdk-bootstrap/hnb659fds/version'
      const found = await unlessAbsent(aws('ssm', 'get-parameter', '--name', name, '--region', region))
      if (found === undefined) return { says: 'not bootstrapped', cure }
      const version = Parameter.parse(found).Parameter.Value
      return version >= oldestBootstrap
        ? { says: `version ${version}` }
        : { says: `version ${version} is too old`, cure }
    },
  }))

export const stackQuestions = (asked: Asked): Question[] =>
  stackParts.map((part) => stackQuestion(asked, part, (deploy) => ({ says: 'not deployed', cure: deploy })))

/** A choice (docs/deploying.md, "A search engine"): where there is none the table answers, and nothing is missing. */
export const searchQuestion = (asked: Asked): Question =>
  stackQuestion(asked, 'search', () => ({ says: 'not deployed: the table answers searches' }))

const stackQuestion = ({ aws, stage }: Asked, part: string, absent: (deploy: string) => Answer): Question => {
  const name = `darkslide-${stage.name}-${part}`
  const region = placeOf(part, stage.region)
  const deploy = `npx cdk deploy ${name} -c stage=${stage.name} -c …`
  return {
    topic: `stack ${part}`,
    look: async () => {
      const found = await unlessAbsent(
        aws('cloudformation', 'describe-stacks', '--stack-name', name, '--region', region),
      )
      if (found === undefined) return absent(deploy)
      const { StackStatus: status = '', Outputs = [] } = Stacks.parse(found).Stacks[0] ?? {}
      if (settled.has(status)) {
        const lacking = (outputsOf[part] ?? []).filter((key) => Outputs.every(({ OutputKey }) => OutputKey !== key))
        return lacking.length === 0
          ? { says: status }
          : { says: `${status} by a release that did not yet say ${lacking.join(', ')}`, cure: deploy }
      }
      // A stack whose first change set was never carried out stays in review: nobody is at work on it.
      if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS')
        return { says: status, cure: 'wait for it, and ask again' }
      const neverCameUp = status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED'
      return { says: status, cure: neverCameUp ? `docs/deploying.md, "A first deployment that fails"` : deploy }
    },
  }
}
