import type { Queues } from '#local/queues/queues.ts'
import { account, region } from '#local/template/names.ts'
import type { BucketPlan } from '#local/template/plan.ts'

export type Created = {
  readonly bucket: string
  readonly key: string
  readonly event: 'ObjectCreated:Put' | 'ObjectCreated:Copy' | 'ObjectCreated:CompleteMultipartUpload'
  readonly sizeBytes: number
  readonly etag: string
  readonly versionId: string | undefined
}

const wants = (events: readonly string[], event: string) =>
  events.some(
    (pattern) => pattern === `s3:${event}` || (pattern.endsWith('*') && `s3:${event}`.startsWith(pattern.slice(0, -1))),
  )

/** S3 encodes keys in its messages as a form would. */
const encodedKey = (key: string) =>
  key
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
    .join('/')

/** Sends S3's event messages to the queues that a bucket's notifications name. */
export const bucketNotifications = (
  buckets: readonly BucketPlan[],
  { queues, now }: { queues: Queues; now: () => Date },
) => {
  let lastSequence = 0n
  const sequencer = () => {
    const next = BigInt(now().getTime()) << 16n
    lastSequence = next > lastSequence ? next : lastSequence + 1n
    return lastSequence.toString(16).toUpperCase().padStart(18, '0')
  }
  const send = (queueArn: string, message: unknown) => {
    queues.byArn(queueArn)?.send(JSON.stringify(message))
  }

  return {
    /** What S3 says to a queue once, when its notifications are set up. */
    announceSetUp() {
      for (const { name, notifications } of buckets)
        for (const { queueArn } of notifications)
          send(queueArn, {
            Service: 'Amazon S3',
            Event: 's3:TestEvent',
            Time: now().toISOString(),
            Bucket: name,
            RequestId: 'LOCAL',
            HostId: 'local',
          })
    },
    created({ bucket, key, event, sizeBytes, etag, versionId }: Created) {
      const notifications = buckets.find(({ name }) => name === bucket)?.notifications ?? []
      for (const { events, prefix, suffix, queueArn } of notifications) {
        if (!wants(events, event) || !key.startsWith(prefix) || !key.endsWith(suffix)) continue
        send(queueArn, {
          Records: [
            {
              eventVersion: '2.1',
              eventSource: 'aws:s3',
              awsRegion: region,
              eventTime: now().toISOString(),
              eventName: event,
              userIdentity: { principalId: `AWS:${account}` },
              requestParameters: { sourceIPAddress: '127.0.0.1' },
              responseElements: { 'x-amz-request-id': 'LOCAL', 'x-amz-id-2': 'local' },
              s3: {
                s3SchemaVersion: '1.0',
                configurationId: 'local',
                bucket: { name: bucket, ownerIdentity: { principalId: account }, arn: `arn:aws:s3:::${bucket}` },
                object: {
                  key: encodedKey(key),
                  size: sizeBytes,
                  eTag: etag.replaceAll('"', ''),
                  ...(versionId !== undefined && { versionId }),
                  sequencer: sequencer(),
                },
              },
            },
          ],
        })
      }
    },
  }
}
