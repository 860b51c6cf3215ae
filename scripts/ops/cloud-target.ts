import * as z from 'zod'
import { stageNamed } from '#lib/stage.ts'
import { settings } from '#schema/settings.ts'
import { type Aws, awsCommand } from './aws.ts'
import { Refusal } from './command.ts'
import type { Target } from './target.ts'

const Functions = z.array(z.record(z.string(), z.string()).nullable())
const Outputs = z.array(z.string())
const QueueUrls = z.array(z.string()).nullable()
const QueueFacts = z.object({ QueueArn: z.string(), ApproximateNumberOfMessages: z.coerce.number() })

/**
 * A stage in the account of the operator's credentials, in the region of `AWS_REGION` (without: the usual one): everything
 * is found by the names that its stacks give.
 */
export const cloudTarget = (stageName: string, aws: Aws = awsCommand): Target => {
  const stage = stageNamed(stageName, { region: process.env.AWS_REGION || undefined })
  const ours = `darkslide-${stage.name}-`
  const inRegion: Aws = (...args) => aws(...args, '--region', stage.region)

  const deadLetterQueues = async () => {
    const urls = QueueUrls.parse(
      await inRegion('sqs', 'list-queues', '--queue-name-prefix', ours, '--query', 'QueueUrls'),
    )
    const ends = (urls ?? []).filter((url) => /DeadLetters|Missed/.test(url))
    return Promise.all(
      ends.map(async (url) => {
        const facts = QueueFacts.parse(
          await inRegion(
            ...['sqs', 'get-queue-attributes', '--queue-url', url, '--query', 'Attributes'],
            ...['--attribute-names', 'QueueArn', 'ApproximateNumberOfMessages'],
          ),
        )
        return { name: url.slice(url.lastIndexOf('/') + 1), waiting: facts.ApproximateNumberOfMessages, ...facts }
      }),
    )
  }

  const output: Target['output'] = async (stack, name) => {
    const query = `Stacks[0].Outputs[?OutputKey=='${name}'].OutputValue`
    const [value] = Outputs.parse(
      await inRegion('cloudformation', 'describe-stacks', '--stack-name', `${ours}${stack}`, '--query', query),
    )
    if (value === undefined) throw new Refusal(`${ours}${stack} says no ${name}: is it deployed, and by this release?`)
    return value
  }

  return {
    name: stage.name,
    isLocal: false,
    async actAs(entry) {
      // A function's description is its entry (lib/functions/market-function.ts).
      const query = `Functions[?starts_with(FunctionName, '${ours}') && Description=='${entry}'].Environment.Variables`
      const [variables] = Functions.parse(await inRegion('lambda', 'list-functions', '--query', query))
      if (!variables) {
        throw new Refusal(
          `${stage.name} has no function ${entry} in ${stage.region}: is it deployed in this account, and does AWS_REGION name its region?`,
        )
      }
      const granted = Object.entries(variables).filter(([name]) => Object.hasOwn(settings, name))
      // Nothing cuts a command off, so it waits for Stripe as long as the longest function.
      Object.assign(process.env, Object.fromEntries(granted), {
        AWS_REGION: stage.region,
        STRIPE_TIMEOUT_SECONDS: '20',
      })
    },
    output,
    async callBack(paths) {
      const distribution = await output('site', 'DistributionId')
      await aws('cloudfront', 'create-invalidation', '--distribution-id', distribution, '--paths', ...paths)
    },
    deadLetters: deadLetterQueues,
    async redrive({ name }) {
      const queue = (await deadLetterQueues()).find((each) => each.name === name)
      if (!queue) throw new Refusal(`There is no queue ${name}.`)
      await inRegion(
        ...['sqs', 'start-message-move-task', '--source-arn', queue.QueueArn],
        ...['--max-number-of-messages-per-second', '20'],
      )
    },
  }
}
