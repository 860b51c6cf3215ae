import * as z from 'zod'
import { traceLayoutKey } from '#functions/accounts/trace-layout-store.ts'
import { Refusal } from '../command.ts'
import { jsonIn, regional, settingOf } from './ask.ts'
import type { Asked, Question } from './question.ts'

const Limits = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) })
// docs.aws.amazon.com/scheduler/latest/APIReference/API_ListSchedules.html
const TimedStarts = z.array(z.object({ Name: z.string(), State: z.enum(['ENABLED', 'DISABLED']) })).nullable()
const Noted = z.object({ Item: z.unknown() }).partial().nullable()

// docs.aws.amazon.com/organizations/latest/APIReference/API_DescribeEffectivePolicy.html, of any account for itself; its
// content as orgs_manage_policies_ai-opt-out_syntax.html of the user guide has it, each operator followed.
const Effective = z.object({ EffectivePolicy: z.object({ PolicyContent: z.string() }) })
const OptOut = z.object({ opt_out_policy: z.string() }).optional()
const OptOuts = z.object({ services: z.object({ default: OptOut, rekognition: OptOut }) })

/** From here on `lambdaQuota` keeps room for what takes money (docs/decisions/0054-room-for-what-takes-money.md). */
const leastQuota = 400

export const quotaQuestion = (asked: Asked): Question => ({
  topic: 'Lambda quota',
  look: async () => {
    const { ConcurrentExecutions: copies } = Limits.parse(
      await regional(asked)('lambda', 'get-account-settings'),
    ).AccountLimit
    if (copies >= leastQuota) return { says: `${copies} copies at once` }
    const ask = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000`
    return { says: `${copies} copies at once leave no room for what takes money`, cure: ask }
  },
})

/** What AWS may do with photographs whose numbers are read: the words for Rekognition alone go before those for all. */
export const picturesQuestion = ({ aws }: Asked): Question => ({
  topic: 'pictures at AWS',
  look: async () => {
    const cure = 'opt out in the organisation: docs/deploying.md, "Numbers in photos"'
    const found = await aws('organizations', 'describe-effective-policy', '--policy-type', 'AISERVICES_OPT_OUT_POLICY')
      .then((answer) => Effective.parse(answer).EffectivePolicy.PolicyContent)
      .catch((error: unknown) => {
        // An account in no organisation, and one without such a policy, have not said no.
        const isUnsaid = /AWSOrganizationsNotInUseException|EffectivePolicyNotFoundException/
        if (error instanceof Refusal && isUnsaid.test(error.message)) return
        throw error
      })
    const services = found && OptOuts.parse(jsonIn(found, 'The policy')).services
    const choice = services && (services.rekognition ?? services.default)?.opt_out_policy
    return choice === 'optOut'
      ? { says: 'none are kept for its own services' }
      : { says: 'photographs whose numbers are read may be kept for its own services', cure }
  },
})

export const clockQuestion = (asked: Asked): Question => ({
  topic: 'timed starts',
  look: async () => {
    // Their names are CloudFormation's; what they start has the stage in its name.
    const query = `Schedules[?contains(Target.Arn, ':function:darkslide-${asked.stage.name}-')].{Name: Name, State: State}`
    const all = TimedStarts.parse(await regional(asked)('scheduler', 'list-schedules', '--query', query)) ?? []
    if (all.length === 0) return { says: 'nothing starts by the clock', cure: 'deploy the work stack' }
    const off = all.filter(({ State }) => State === 'DISABLED').map(({ Name }) => Name)
    // No deployment switches them on: CloudFormation changes only what its template changes.
    const cure = 'EventBridge → Schedules in AWS’s console: choose them, Enable'
    return off.length === 0
      ? { says: `${all.length}, all enabled` }
      : { says: `${off.length} of ${all.length} are disabled: ${off.join(', ')}`, cure }
  },
})

export const indexQuestion = (asked: Asked): Question => ({
  topic: 'index for erasing',
  look: async () => {
    const table = await settingOf(asked, 'TABLE_NAME')
    if (table === undefined) return { says: 'no function names the table', cure: 'deploy every stack' }
    const key = JSON.stringify({ PK: { S: traceLayoutKey.PK }, SK: { S: traceLayoutKey.SK } })
    const noted = Noted.parse(await regional(asked)('dynamodb', 'get-item', '--table-name', table, '--key', key))
    return noted?.Item === undefined
      ? {
          says: 'nobody has looked whether it is whole: erasing somebody reads the whole table',
          cure: `npm run ops -- migrate --stage ${asked.stage.name} --apply`,
        }
      : { says: 'it is whole' }
  },
})
