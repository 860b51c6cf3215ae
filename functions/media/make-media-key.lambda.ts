import * as z from 'zod'
import { liveMediaKeySecret } from '#functions/shared/secrets/secret-text.ts'
import { keepKeyPair } from './media-key-pair.ts'

/** What CloudFormation asks of a custom resource, as far as it matters here. */
const Asked = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
})

/**
 * Runs within a deployment: makes the key pair if there is none and answers its public half. Deleting the resource
 * leaves the key where it is: addresses that were signed with it may still be in use.
 */
export const handler = async (event: unknown): Promise<void> => {
  const { ResponseURL: url, RequestType, ...request } = Asked.parse(event)
  const answer = async (outcome: object): Promise<void> => {
    const body = JSON.stringify({ ...request, PhysicalResourceId: 'media-key', ...outcome })
    const { ok, status } = await fetch(url, { method: 'PUT', body, signal: AbortSignal.timeout(10_000) })
    if (!ok) throw new Error(`CloudFormation refused the answer with ${status}.`)
  }
  if (RequestType === 'Delete') return answer({ Status: 'SUCCESS' })
  try {
    const publicKeyPem = await keepKeyPair(liveMediaKeySecret())
    return await answer({ Status: 'SUCCESS', Data: { publicKeyPem } })
  } catch (error) {
    await answer({ Status: 'FAILED', Reason: 'The media key could not be made; see the log of this function.' })
    throw error
  }
}
