import { customResource } from '#functions/shared/cloudformation/custom-resource.ts'
import { liveMediaKeySecret } from '#functions/shared/secrets/secret-text.ts'
import { keepKeyPair } from './media-key-pair.ts'

/**
 * Runs within a deployment: makes the key pair if there is none and answers its public half. Deleting the resource
 * leaves the key where it is: addresses that were signed with it may still be in use.
 */
export const handler = customResource({
  id: 'media-key',
  failure: 'The media key could not be made; see the log of this function.',
  step: async () => ({ publicKeyPem: await keepKeyPair(liveMediaKeySecret()) }),
})
