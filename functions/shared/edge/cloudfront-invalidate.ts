import { randomUUID } from 'node:crypto'
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront'
import { setting } from '#functions/shared/settings/settings.ts'
import type { Invalidate } from './call-back.ts'

/**
 * Tags are items of the same request as paths
 * (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/invalidation-by-tags.html).
 */
export const cloudFrontInvalidate = (client = new CloudFrontClient({})): Invalidate => {
  return async (items) => {
    await client.send(
      new CreateInvalidationCommand({
        DistributionId: setting('DISTRIBUTION_ID'),
        InvalidationBatch: {
          CallerReference: randomUUID(),
          Paths: { Quantity: items.length, Items: [...items] },
        },
      }),
    )
  }
}
