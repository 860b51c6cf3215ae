import { Aws, Stack, type StackProps, Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import { signInHost } from './identity/market-users.ts'
import type { IdentityStack } from './identity-stack.ts'
import { bucketNameOf } from './media/private-bucket.ts'
import type { SiteStack } from './site-stack.ts'
import type { Stage } from './stage.ts'
import { builtPages } from './web/pages.ts'

export type ReleaseStackProps = StackProps & {
  readonly stage: Stage
  readonly site: SiteStack
  readonly identity: IdentityStack
}

/**
 * Puts the built application into its bucket. Files with a hash in their name come first, are kept by browsers for good
 * and by us while old pages are open; the page that names them comes last and is always asked for anew.
 */
export class ReleaseStack extends Stack {
  constructor(scope: Construct, id: string, { stage, site, identity, ...props }: ReleaseStackProps) {
    super(scope, id, props)
    const pages = builtPages(this)
    const common = {
      destinationBucket: Bucket.fromBucketName(this, 'Pages', bucketNameOf(stage, 'pages')),
      prune: false,
      memoryLimit: 512,
    }
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...common,
      sources: [pages],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    })
    const entry = new BucketDeployment(this, 'Entry', {
      ...common,
      sources: [
        pages,
        Source.jsonData('config.json', {
          region: stage.region,
          userPoolId: identity.users.poolId,
          userPoolClientId: identity.users.clientId,
          oauthDomain: signInHost(stage),
          stage: stage.name,
        }),
      ],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
      distribution: site.storefront.distribution,
      distributionPaths: ['/', '/index.html', '/config.json'],
    })
    entry.node.addDependency(hashed)
    acknowledgeCopier(this, stage)
  }
}

/** The CDK's own function that copies: written and kept up to date by the CDK, run only while deploying. */
const acknowledgeCopier = (stack: Stack, stage: Stage): void => {
  const reason = "The CDK's own copying function: role and runtime come with the CDK, and it runs only in a deployment."
  const account = stage.account ?? '<AWS::AccountId>'
  const resources = [
    `arn:aws:s3:::cdk-hnb659fds-assets-${account}-${stage.region}/*`,
    `arn:aws:s3:::${bucketNameOf(stage, 'pages').replaceAll(Aws.ACCOUNT_ID, account)}/*`,
    // Invalidations of a distribution, which cannot be narrowed by name there.
    '*',
  ]
  const actions = ['s3:GetBucket*', 's3:GetObject*', 's3:List*', 's3:Abort*', 's3:DeleteObject*']
  const findings = [
    'L1',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    ...actions.map((action) => `IAM5[Action::${action}]`),
    ...resources.map((resource) => `IAM5[Resource::${resource}]`),
  ]
  Validations.of(stack).acknowledge(...findings.map((finding) => ({ id: `AwsSolutions-${finding}`, reason })))
}
