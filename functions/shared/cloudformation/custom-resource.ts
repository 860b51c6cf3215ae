import * as z from 'zod'

/** What CloudFormation asks of a custom resource, as far as it matters here. */
const Asked = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
})

export type CustomResource = {
  /** Must never change: CloudFormation deletes the resource when its id is another. */
  readonly id: string
  /** What the deployment says when the step throws; the error itself may hold what nobody should read there. */
  readonly failure: string
  /** Runs when the resource is made or changed; answers its attributes. */
  readonly step: () => Promise<Readonly<Record<string, string>>>
}

/** The handler of a step within a deployment. Deleting the resource leaves what the step did. */
export const customResource =
  ({ id, failure, step }: CustomResource) =>
  async (event: unknown): Promise<void> => {
    const { ResponseURL: url, RequestType, ...request } = Asked.parse(event)
    const answer = async (outcome: object): Promise<void> => {
      const body = JSON.stringify({ ...request, PhysicalResourceId: id, ...outcome })
      const { ok, status } = await fetch(url, { method: 'PUT', body, signal: AbortSignal.timeout(10_000) })
      if (!ok) throw new Error(`CloudFormation refused the answer with ${status}.`)
    }
    if (RequestType === 'Delete') return answer({ Status: 'SUCCESS' })
    try {
      const attributes = await step()
      return await answer({ Status: 'SUCCESS', Data: attributes })
    } catch (error) {
      await answer({ Status: 'FAILED', Reason: failure })
      throw error
    }
  }
