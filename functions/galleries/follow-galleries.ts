import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { GalleryId } from '#schema/ids.ts'
import type { IndexGalleries } from './index-galleries.ts'
import type { SearchIndex } from './search-index.ts'

type Parts = { indexGalleries: IndexGalleries; index: Pick<SearchIndex, 'prepare'>; log: Log }

const galleryOf = ({ dynamodb }: DynamoDBRecord): GalleryId | undefined => {
  const id = dynamodb?.Keys?.SK?.S === 'GALLERY' ? dynamodb.Keys.PK?.S?.replace(/^GALLERY#/, '') : undefined
  return GalleryId.safeParse(id).data
}

/**
 * The Lambda handler of the table's stream: each gallery that changed is written to the search index. What the index does not
 * take comes again, from its first record on
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html); the stream keeps it for a day.
 * @param build Makes the step on the first batch.
 */
export const followGalleries = (build: () => Promise<Parts>) => {
  let parts: Parts | undefined
  let isPrepared = false
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    parts ??= await build()
    const changed = Records.flatMap((record) => {
      const id = galleryOf(record)
      return id === undefined ? [] : { id, itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }
    })
    try {
      if (!isPrepared) await parts.index.prepare()
      isPrepared = true
      const late = await parts.indexGalleries(changed.map(({ id }) => id))
      if (late.size > 0) parts.log.warn('search index is busy', { galleries: late.size })
      return { batchItemFailures: changed.filter(({ id }) => late.has(id)).map(failureOf) }
    } catch (error) {
      // All of them, and no error of the function's: it would be divided until each record fails alone.
      parts.log.warn('search index was not written', { galleries: changed.length, ...describeError(error) })
      return { batchItemFailures: changed.map(failureOf) }
    }
  }
}

const failureOf = ({ itemIdentifier }: { itemIdentifier: string }) => ({ itemIdentifier })
