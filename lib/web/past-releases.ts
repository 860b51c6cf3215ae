import { CustomResource, Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { MarketFunction } from '#lib/functions/market-function.ts'
import { bucketNameOf } from '#lib/media/private-bucket.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import { hashedFilesPrefix, type Release, releaseKey } from '#schema/release.ts'
import { releasePrint } from './release-print.ts'

export type PastReleasesProps = { readonly stage: Stage; readonly alarms: Alarms; readonly release: Release }

/** The last step of a release: hashed files that no remembered release names go. */
export class PastReleases extends Construct {
  constructor(scope: Construct, id: string, { stage, alarms, release }: PastReleasesProps) {
    super(scope, id)
    const forget = new MarketFunction(this, 'Forget', {
      stage,
      alarms,
      entry: 'functions/jobs/forget-releases.lambda.ts',
      impact: 'Nobody is affected; files of old releases pile up in the bucket of the pages.',
      runbook: 'past-releases',
      timeout: Duration.minutes(1),
    })
    const bucket = bucketNameOf(stage, 'pages')
    const bucketArn = `arn:aws:s3:::${bucket}`
    forget.setting('PAGES_BUCKET', bucket)
    const lists = forget.allowLater(
      'ReadLists',
      { actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucketArn] },
      { actions: ['s3:GetObject', 's3:GetObjectVersion'], resources: [`${bucketArn}/${releaseKey}`] },
    )
    const removing = forget.allowWide('RemoveHashed', 'Hashed files have no fixed names: one prefix of one bucket.', {
      actions: ['s3:DeleteObject'],
      resources: [`${bucketArn}/${hashedFilesPrefix}*`],
    })
    const forgotten = new CustomResource(this, 'Forgotten', {
      resourceType: 'Custom::PastReleases',
      serviceToken: forget.lambda.functionArn,
      serviceTimeout: Duration.minutes(2),
      properties: { release: releasePrint(release) },
    })
    forgotten.node.addDependency(lists, removing)
  }
}
