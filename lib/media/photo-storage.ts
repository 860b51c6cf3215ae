import { Aws, Duration } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnBucket, HttpMethods, type IBucket, StorageClass } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { RENDER_TIMEOUT_SECONDS } from '#functions/media/limits.ts'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import { WorkQueue } from '#lib/work/work-queue.ts'
import { limits } from '#schema/limits.ts'
import { bucketNameOf, type PrivateBucket, privateBucket } from './private-bucket.ts'

/** Files arrive under this prefix, and only they start the render function. */
const uploadsPrefix = 'uploads/'
const logosPrefix = 'logos/'
/** One photo from a cold start: fetched, decoded for as long as that may take, drawn, written. */
export const renderTimeout = Duration.seconds(3 * RENDER_TIMEOUT_SECONDS)

/** Ten notices handed on, each a request to SQS. */
export const sortTimeout = Duration.seconds(30)

type Objects = {
  readonly bucket: 'originals' | 'renditions' | 'deliveries' | 'zips'
  readonly prefix: string
  readonly actions: string[]
}

/**
 * The buckets of photographs. `originals`: the uploads, with all versions, never read by visitors. `renditions`: what
 * visitors see. `deliveries`: what buyers download. `zips`: the same, packed, for some days. New objects in `originals` are announced to the arrivals queue. The
 * other buckets announce nothing, so that a rendition cannot start another rendering.
 */
export class PhotoStorage extends Construct {
  /** Where S3 announces uploads, in the order in which they come. */
  readonly arrivals: WorkQueue
  /** The same by photographer, none of whom keeps the others waiting. */
  readonly uploads: WorkQueue
  /** Photos that are drawn once more, for another mark. */
  readonly redraws: WorkQueue
  readonly renditions: PrivateBucket
  readonly deliveries: PrivateBucket
  /** Many files packed into a few, for some days. */
  readonly zips: PrivateBucket
  private readonly originals: PrivateBucket
  private readonly stage: Stage

  constructor(
    scope: Construct,
    id: string,
    props: { readonly stage: Stage; readonly alarms: Alarms; readonly logs: IBucket },
  ) {
    super(scope, id)
    const { stage, alarms, logs } = props
    this.stage = stage

    const drawing = {
      alarms,
      impact: 'Uploaded photos stay in "processing" and cannot be seen or sold.',
      runbook: 'rendering',
      consumerTimeout: renderTimeout,
    }
    this.arrivals = new WorkQueue(this, 'Arrivals', { ...drawing, consumerTimeout: sortTimeout })
    this.uploads = new WorkQueue(this, 'Uploads', { ...drawing, setting: 'RENDER_QUEUE_URL' })
    this.redraws = new WorkQueue(this, 'Redraws', {
      ...drawing,
      setting: 'REDRAW_QUEUE_URL',
      impact: 'Pictures keep the mark that their gallery had before, or stay away after it was closed and opened.',
      // Of a gallery of 60,000 photos that got another mark, by a fifth of those who draw.
      patience: Duration.hours(8),
    })
    this.originals = privateBucket(this, 'Originals', {
      stage,
      bucketName: bucketNameOf(stage, 'originals'),
      versioned: true,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'originals/',
      lifecycleRules: [
        { id: 'forget-broken-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Browsers store them so; this is for whatever came otherwise. No archive: a bought file never waits for hours.
        {
          id: 'store-by-use',
          transitions: [{ storageClass: StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(0) }],
        },
        {
          id: 'forget-replaced-versions',
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
      ],
    })
    this.announceArrivals()

    this.renditions = privateBucket(this, 'Renditions', {
      stage,
      bucketName: bucketNameOf(stage, 'renditions'),
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'renditions/',
      lifecycleRules: [{ id: 'forget-broken-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    })
    this.deliveries = privateBucket(this, 'Deliveries', {
      stage,
      bucketName: bucketNameOf(stage, 'deliveries'),
      versioned: true,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'deliveries/',
      lifecycleRules: [
        { id: 'forget-broken-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        {
          id: 'forget-replaced-versions',
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
      ],
    })
    this.zips = privateBucket(this, 'Zips', {
      stage,
      bucketName: bucketNameOf(stage, 'zips'),
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'zips/',
      lifecycleRules: [
        { id: 'forget-broken-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // A day more than anybody is told: what is being fetched at the end is fetched to its end.
        { id: 'forget-zips', expiration: Duration.days(limits.zip.keptDays + 1) },
      ],
    })
  }

  /** Browsers put files straight in, from the site and nowhere else. */
  acceptUploadsFrom(siteUrl: string): void {
    this.originals.addCorsRule({
      allowedMethods: [HttpMethods.PUT],
      allowedOrigins: [siteUrl],
      allowedHeaders: ['content-type', 'content-length', 'if-none-match', 'x-amz-*'],
      exposedHeaders: ['etag'],
      maxAge: 3_600,
    })
  }

  /** Lets `fn` sign upload addresses and see whether the file came. */
  grantUpload(fn: MarketFunction): void {
    this.allow(fn, 'Upload', {
      bucket: 'originals',
      prefix: uploadsPrefix,
      actions: ['s3:PutObject', 's3:GetObject'],
    })
    this.allowNotFound(fn, this.originals)
    fn.setting('ORIGINALS_BUCKET', this.originals.bucketName)
  }

  /** Lets `fn` read what was uploaded, in the very version that was rendered. */
  grantReadOriginals(fn: MarketFunction): void {
    const actions = ['s3:GetObject', 's3:GetObjectVersion']
    this.allow(fn, 'ReadOriginals', { bucket: 'originals', prefix: uploadsPrefix, actions })
    this.allowNotFound(fn, this.originals)
    fn.setting('ORIGINALS_BUCKET', this.originals.bucketName)
  }

  /** Lets `fn` draw renditions, and cut a cover's pieces out of one of them. */
  grantDraw(fn: MarketFunction): void {
    const actions = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject']
    this.allow(fn, 'Draw', { bucket: 'renditions', prefix: 'media/', actions })
    this.allowNotFound(fn, this.renditions)
    fn.setting('RENDITIONS_BUCKET', this.renditions.bucketName)
  }

  /** Logos lie beside the renditions, under a name of their own that anybody may fetch. */
  grantWriteLogos(fn: MarketFunction): void {
    this.allow(fn, 'WriteLogos', { bucket: 'renditions', prefix: logosPrefix, actions: ['s3:PutObject'] })
    fn.setting('RENDITIONS_BUCKET', this.renditions.bucketName)
  }

  grantRemoveLogos(fn: MarketFunction): void {
    this.allow(fn, 'RemoveLogos', { bucket: 'renditions', prefix: logosPrefix, actions: ['s3:DeleteObject'] })
    fn.setting('RENDITIONS_BUCKET', this.renditions.bucketName)
  }

  /** Lets `fn` make files for buyers and find those already made. */
  grantDeliver(fn: MarketFunction): void {
    this.allow(fn, 'Deliver', { bucket: 'deliveries', prefix: 'files/', actions: ['s3:GetObject', 's3:PutObject'] })
    this.allowNotFound(fn, this.deliveries)
    fn.setting('DELIVERIES_BUCKET', this.deliveries.bucketName)
  }

  /** Lets `fn` pack files, take back a part whose making breaks off, and remove those that newer ones replace. */
  grantZip(fn: MarketFunction): void {
    const actions = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject']
    this.allow(fn, 'Zip', { bucket: 'zips', prefix: 'files/zips/', actions })
    this.allowNotFound(fn, this.zips)
    fn.setting('ZIPS_BUCKET', this.zips.bucketName)
  }

  /** Lets `fn` read the unmarked files that were made for buyers. */
  grantReadDeliveries(fn: MarketFunction): void {
    this.allow(fn, 'ReadDeliveries', { bucket: 'deliveries', prefix: 'files/', actions: ['s3:GetObject'] })
    this.allowNotFound(fn, this.deliveries)
    fn.setting('DELIVERIES_BUCKET', this.deliveries.bucketName)
  }

  /** Lets `fn` see what lies in storage of a photo, and remove it. Removed originals can be had back for 30 days. */
  grantSweep(fn: MarketFunction): void {
    const places = [
      ['originals', uploadsPrefix, ['s3:GetObject', 's3:DeleteObject']],
      ['renditions', 'media/', ['s3:DeleteObject']],
      ['deliveries', 'files/', ['s3:DeleteObject']],
    ] as const
    for (const [bucket, prefix, actions] of places) {
      this.allow(fn, `Sweep-${bucket}`, { bucket, prefix, actions: [...actions] })
      this.allowNotFound(fn, this[bucket])
    }
    fn.setting('ORIGINALS_BUCKET', this.originals.bucketName)
    fn.setting('RENDITIONS_BUCKET', this.renditions.bucketName)
    fn.setting('DELIVERIES_BUCKET', this.deliveries.bucketName)
  }

  /** Lets `fn` list. Without it S3 says of an object that is not there that it is forbidden. */
  private allowNotFound(fn: MarketFunction, bucket: PrivateBucket): void {
    fn.allow({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] })
  }

  private allow(fn: MarketFunction, id: string, { bucket, prefix, actions }: Objects): void {
    const resources = [`arn:aws:s3:::${bucketNameOf(this.stage, bucket)}/${prefix}*`]
    fn.allowWide(id, 'Objects have no fixed names: one prefix of one bucket, for these actions.', {
      actions,
      resources,
    })
  }

  /** Said on the bucket itself: the CDK's own way brings a further function into the account only to say it. */
  private announceArrivals(): void {
    const bucket = this.originals.node.defaultChild
    const { queue } = this.arrivals
    if (!(bucket instanceof CfnBucket)) throw new TypeError('A Bucket without its resource.')
    bucket.notificationConfiguration = {
      queueConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          queue: queue.queueArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: uploadsPrefix }] } },
        },
      ],
    }
    const allowed = queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnEquals: { 'aws:SourceArn': `arn:aws:s3:::${bucket.bucketName}` },
        },
      }),
    )
    // S3 tries the queue while the bucket is created.
    if (allowed.policyDependable) this.originals.node.addDependency(allowed.policyDependable)
  }
}
