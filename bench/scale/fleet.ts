import * as z from 'zod'
import { synthesizeTemplates } from '#lib/synthesize.ts'
import { raisedTo } from './limits.ts'

const Worker = z.object({
  Timeout: z.number().optional(),
  ReservedConcurrentExecutions: z.number().optional(),
})
const Source = z.object({
  FunctionName: z.object({ Ref: z.string() }).or(z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
})
const Template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
})

/** The functions of `prod` as they would be deployed with the raised quotas of decision 77. */
const fleet = () => {
  const resources = synthesizeTemplates('prod', {
    lambdaQuota: String(raisedTo('functions')),
    mailsPerSecond: String(raisedTo('mails')),
    stripeCallsPerSecond: String(raisedTo('stripeEndpoint')),
  }).flatMap(({ template }) => Object.entries(Template.parse(template).Resources))
  const functions = resources.filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
  const sources = resources
    .filter(([, { Type }]) => Type === 'AWS::Lambda::EventSourceMapping')
    .map(([id, { Properties }]) => ({ mapping: id, ...Source.parse(Properties) }))
  return (name: string, queue = ''): { atOnce: number; timeoutSeconds: number } => {
    const [id, resource] = functions.find(([each]) => each.includes(name)) ?? []
    if (id === undefined || !resource) throw new Error(`No function is called …${name}….`)
    const { Timeout = 0, ReservedConcurrentExecutions: reserved } = Worker.parse(resource.Properties)
    const source = sources.find(
      ({ mapping, FunctionName: name }) =>
        mapping.includes(queue) && ('Ref' in name ? name.Ref : name['Fn::GetAtt'][0]) === id,
    )
    return { atOnce: source?.ScalingConfig?.MaximumConcurrency ?? reserved ?? 1, timeoutSeconds: Timeout }
  }
}

let known: ReturnType<typeof fleet> | undefined
/**
 * How many of a function may work at once and how long each run may take; by a part of its logical id.
 * @param queue A part of the name of the queue that starts it, where there are several. @throws for none.
 */
export const workerOf = (name: string, queue?: string): { atOnce: number; timeoutSeconds: number } => {
  known ??= fleet()
  return known(name, queue)
}
