import * as z from 'zod'
import { settings } from '#schema/settings.ts'

/**
 * Stands for the AWS command line where an operator's command is tried on the cloud's way: answers from the running
 * local system (`LOCAL_SYSTEM_URL`) what its namesake would tell of a deployed stage, and no more than that is asked.
 */
const [service = '', verb = '', ...rest] = process.argv.slice(2)
const option = (name: string): string => rest[rest.indexOf(`--${name}`) + 1] ?? ''

const control = async (path: string, method: 'GET' | 'POST' = 'GET'): Promise<unknown> => {
  const body = method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}
  const answer = await fetch(`${process.env.LOCAL_SYSTEM_URL}/__local/api/${path}`, { method, ...body })
  if (!answer.ok) throw new Error(`The local system answered ${answer.status}.`)
  return answer.json()
}
const Environments = z.record(z.string(), z.record(z.string(), z.string()))
const Queues = z.array(z.object({ name: z.string(), visible: z.int(), isDeadLetters: z.boolean() }))
const deadLetters = async () => Queues.parse(await control('queues')).filter(({ isDeadLetters }) => isDeadLetters)

const answers: Record<string, () => Promise<unknown>> = {
  'lambda list-functions': async () => {
    const [, entry = ''] = /Description=='([^']+)'/.exec(option('query')) ?? []
    const variables = Environments.parse(await control('environments'))[entry]
    // A deployed function has its settings, and nothing that is only local.
    return variables ? [Object.fromEntries(Object.entries(variables).filter(([name]) => name in settings))] : []
  },
  'cloudformation describe-stacks': async () =>
    ["'MediaKeyPairs'", "'DistributionId'"].some((name) => option('query').includes(name)) ? ['1'] : [],
  'cloudfront create-invalidation': async () => ({ Invalidation: { Status: 'InProgress' } }),
  'sqs list-queues': async () => (await deadLetters()).map(({ name }) => `https://sqs/1/${name}-DeadLetters`),
  'sqs get-queue-attributes': async () => {
    const name = nameIn(option('queue-url'))
    const waiting = (await deadLetters()).find((queue) => queue.name === name)?.visible
    return { QueueArn: `arn:aws:sqs:eu-west-2:1:${name}-DeadLetters`, ApproximateNumberOfMessages: String(waiting) }
  },
  'sqs start-message-move-task': () => control(`queues/${nameIn(option('source-arn'))}/redrive`, 'POST'),
}
const nameIn = (place: string): string => /([^/:]+)-DeadLetters$/.exec(place)?.[1] ?? ''

const answer = answers[`${service} ${verb}`]
if (!answer) throw new Error(`The stand-in knows no "aws ${service} ${verb}".`)
process.stdout.write(JSON.stringify(await answer()))
