import { Aws, CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import { installationFile } from '#schema/installation.ts'
import { releaseKey } from '#schema/release.ts'
import { catalogueIndexes } from './data/table-areas.ts'
import type { DataStack } from './data-stack.ts'
import { logRetention } from './functions/log-retention.ts'
import { signInHost } from './identity/market-users.ts'
import type { IdentityStack } from './identity-stack.ts'
import { bucketNameOf } from './media/private-bucket.ts'
import type { SiteStack } from './site-stack.ts'
import type { Stage } from './stage.ts'
import { PageServer } from './web/page-server.ts'
import { builtPages } from './web/pages.ts'
import { PastReleases } from './web/past-releases.ts'
import { releasePrint } from './web/release-print.ts'

export type ReleaseStackProps = StackProps & {
  readonly stage: Stage
  readonly data: DataStack
  readonly site: SiteStack
  readonly identity: IdentityStack
}

/**
 * Deploys the built application to its bucket, in this order: files with a hash in their name, which browsers keep for
 * good; the function whose pages refer to them; `index.html`, which is always revalidated. Files of releases that were
 * replaced more than thirty days ago are removed last: until then, pages that are still open can load theirs.
 */
export class ReleaseStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, site, identity, ...props }: ReleaseStackProps) {
    super(scope, id, props)
    const { source: pages, release } = builtPages(this)
    const common = {
      destinationBucket: Bucket.fromBucketName(this, 'Pages', bucketNameOf(stage, 'pages')),
      prune: false,
      memoryLimit: 512,
      // The copier's own group would have no end and outlive its stack. Both deployments share one function.
      logGroup: new LogGroup(this, 'CopierLog', {
        retention: logRetention(stage.logDays),
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    }
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...common,
      sources: [pages],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    })
    const { fn } = new PageServer(this, 'PageServer', { stage, alarms: data.alarms, door: site.pageDoor })
    data.table.grantRead(fn, { areas: ['accounts', 'catalogue', 'chores'], indexes: ['work', ...catalogueIndexes] })
    data.secrets.grantRead(fn, 'SIGNING_SECRET_ID')
    data.secrets.grantRead(fn, 'ORIGIN_SECRET_ID')
    site.keys.grantSign(fn)
    site.storefront.grantLink(fn)
    fn.lambda.node.addDependency(hashed)
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
        Source.jsonData(installationFile, stage.installation),
        Source.jsonData(releaseKey, release),
      ],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
      distribution: site.storefront.distribution,
      distributionPaths: ['/', '/index.html', '/config.json', `/${installationFile}`],
    })
    entry.node.addDependency(hashed)
    const past = new PastReleases(this, 'Past', { stage, alarms: data.alarms, release })
    past.node.addDependency(entry)
    // For "ops doctor", which asks the site whether it shows this release.
    new CfnOutput(this, 'Release', { value: releasePrint(release) })
    acknowledgeCopier(this, stage)
  }
}

/**
 * Accepts the security findings about the CDK's own copying function, which the CDK maintains and which only runs
 * during a deployment.
 */
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
