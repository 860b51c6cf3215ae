import { Duration, TimeZone } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { catalogueIndexes } from '#lib/data/table-areas.ts'
import { type Ground, worker } from '#lib/work/ground.ts'
import { renderTimeout } from './photo-storage.ts'

/** Arrived photos become renditions. */
export class Rendering extends Construct {
  constructor(scope: Construct, id: string, ground: Ground) {
    super(scope, id)
    const { photos } = ground
    const render = worker(this, ground, {
      name: 'RenderPhoto',
      uses: { areas: ['catalogue', 'chores'], indexes: catalogueIndexes },
      entry: 'functions/media/render-photo.lambda.ts',
      impact: 'Uploaded photos stay in "processing" and cannot be seen or sold.',
      runbook: 'rendering',
      timeout: renderTimeout,
      // A whole processor, and three times what the largest accepted photo needs.
      memoryMb: 1_769,
      sharp: true,
    })
    photos.grantReadOriginals(render)
    photos.grantWriteRenditions(render)
    photos.grantDeliver(render)
    // A changed watermark or privacy sends the gallery's photos through again, a batch at a time.
    photos.arrivals.grantSend(render)
    photos.arrivals.startsFunction(render, { batchSize: 1, atOnce: 50 })
  }
}

/** What was granted and never arrived, or arrived and never confirmed, goes after a day. */
export class UploadSweeping extends Construct {
  constructor(scope: Construct, id: string, ground: Ground) {
    super(scope, id)
    const sweep = worker(this, ground, {
      name: 'SweepUploads',
      uses: { areas: ['catalogue'], indexes: catalogueIndexes },
      entry: 'functions/media/sweep-uploads.lambda.ts',
      impact: 'Uploads that were never finished pile up.',
      runbook: 'sweep-uploads',
      timeout: Duration.minutes(10),
      concurrency: 1,
    })
    ground.photos.grantDeleteOriginals(sweep)
    ground.timed.start(sweep, 'SweepUploadsDaily', { hour: 3, minute: 30, timeZone: TimeZone.EUROPE_LONDON })
  }
}
