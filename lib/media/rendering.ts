import { Construct } from 'constructs'
import { RENDER_MEMORY_MB } from '#functions/media/limits.ts'
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
      memoryMb: RENDER_MEMORY_MB,
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
