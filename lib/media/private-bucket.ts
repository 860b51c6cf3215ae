import { Aws } from 'aws-cdk-lib'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { keptOnceMade } from '#lib/data/removal.ts'
import type { Stage } from '#lib/stage.ts'

/** The class and the interface that the CDK's own properties ask for; under `exactOptionalPropertyTypes` they differ. */
export type PrivateBucket = Bucket & IBucket
const isPrivateBucket = (bucket: Bucket): bucket is PrivateBucket => bucket instanceof Bucket

/**
 * A bucket that can only be read through a grant: no public access, no access lists, TLS only, encrypted. Kept in
 * production; elsewhere deleted with its stack, once it has been emptied of all versions (docs/deploying.md).
 */
export const privateBucket = (
  scope: Construct,
  id: string,
  { stage, ...own }: BucketProps & { readonly stage: Stage },
): PrivateBucket => {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: keptOnceMade(stage),
    ...own,
  })
  if (!isPrivateBucket(bucket)) throw new TypeError('Not a bucket.')
  return bucket
}

type Content = 'originals' | 'renditions' | 'deliveries' | 'zips' | 'pages'

/**
 * Names are given, not generated: the queue's policy can then name the bucket whose creation already asks the queue, the
 * content security policy the bucket that browsers upload to, and a role its patterns.
 */
export const bucketNameOf = (stage: Stage, content: Content): string =>
  `darkslide-${stage.name}-${content}-${stage.account ?? Aws.ACCOUNT_ID}`
