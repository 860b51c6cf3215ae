import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { FrontDoor } from './api/front-door.ts'
import { keptAlways } from './data/removal.ts'
import type { DataStack } from './data-stack.ts'
import type { EdgeStack } from './edge-stack.ts'
import { MediaKeys } from './media/media-keys.ts'
import { PhotoStorage } from './media/photo-storage.ts'
import { bucketNameOf, type PrivateBucket, privateBucket } from './media/private-bucket.ts'
import type { Stage } from './stage.ts'
import { Storefront } from './web/storefront.ts'

export type SiteStackProps = StackProps & { readonly stage: Stage; readonly edge: EdgeStack; readonly data: DataStack }

/** The one origin and what it serves from: pages, photographs, files, and the API's door, still without rooms. */
export class SiteStack extends Stack {
  readonly pages: PrivateBucket
  readonly photos: PhotoStorage
  readonly keys: MediaKeys
  readonly door: FrontDoor
  readonly pageDoor: FrontDoor
  readonly storefront: Storefront

  constructor(scope: Construct, id: string, { stage, edge, data, ...props }: SiteStackProps) {
    super(scope, id, props)
    const { alarms, secrets } = data
    const logs = privateBucket(this, 'AccessLogs', {
      stage,
      lifecycleRules: [{ id: 'forget', expiration: Duration.days(90) }],
      // A log may lie in it by the time that a first deployment fails, and S3 lets no bucket go that holds something.
      removalPolicy: keptAlways(stage),
    })
    this.pages = privateBucket(this, 'Pages', {
      stage,
      bucketName: bucketNameOf(stage, 'pages'),
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'pages/',
      // Pages that are open keep asking for the files of the release they came from, and the versions of its list are
      // how a later release knows them (docs/decisions/0017).
      versioned: true,
      lifecycleRules: [
        {
          id: 'forget-old-releases',
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
      ],
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.photos = new PhotoStorage(this, 'Photos', { stage, alarms, logs })
    this.keys = new MediaKeys(this, 'MediaKeys', { stage, alarms })
    this.door = new FrontDoor(this, 'Api', { stage, alarms, serves: 'answers' })
    this.pageDoor = new FrontDoor(this, 'PageApi', { stage, alarms, serves: 'pages' })
    this.storefront = new Storefront(this, 'Storefront', {
      stage,
      pages: this.pages,
      door: this.door,
      pageDoor: this.pageDoor,
      photos: this.photos,
      keys: this.keys,
      secrets,
      firewallArn: edge.firewall.acl.attrArn,
      certificate: edge.certificate,
    })
    this.photos.acceptUploadsFrom(this.storefront.siteUrl)
    new CfnOutput(this, 'SiteUrl', { value: this.storefront.siteUrl })
    // For calling copies of pictures back from the edge (docs/runbook.md).
    new CfnOutput(this, 'DistributionId', { value: this.storefront.distribution.distributionId })
  }
}
